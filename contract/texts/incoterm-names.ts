import { byLocale } from '../locales.ts'
import type { Incoterm } from '../offers.ts'

/** The terms of delivery in words (Incoterms 2020). */
export const incotermNames = byLocale<Incoterm>({
  EXW: ['Ex Works', 'À l’usine', 'En fábrica'],
  FCA: ['Free Carrier', 'Franco transporteur', 'Franco transportista'],
  FAS: ['Free Alongside Ship', 'Franco le long du navire', 'Franco al costado del buque'],
  FOB: ['Free On Board', 'Franco à bord', 'Franco a bordo'],
  CFR: ['Cost and Freight', 'Coût et fret', 'Coste y flete'],
  CIF: ['Cost, Insurance and Freight', 'Coût, assurance et fret', 'Coste, seguro y flete'],
  CPT: ['Carriage Paid To', 'Port payé jusqu’à', 'Transporte pagado hasta'],
  CIP: [
    'Carriage and Insurance Paid To',
    'Port payé, assurance comprise, jusqu’à',
    'Transporte y seguro pagados hasta',
  ],
  DAP: ['Delivered at Place', 'Rendu au lieu de destination', 'Entregada en lugar'],
  DPU: ['Delivered at Place Unloaded', 'Rendu au lieu de destination déchargé', 'Entregada en lugar descargada'],
  DDP: ['Delivered Duty Paid', 'Rendu droits acquittés', 'Entregada derechos pagados'],
})
