import { inEach, type Locale } from '../locales.ts'
import type { Incoterm } from '../offers.ts'

export const incotermNames: Record<Incoterm, Record<Locale, string>> = {
  EXW: inEach('Ex Works', 'À l’usine', 'En fábrica'),
  FCA: inEach('Free Carrier', 'Franco transporteur', 'Franco transportista'),
  FAS: inEach('Free Alongside Ship', 'Franco le long du navire', 'Franco al costado del buque'),
  FOB: inEach('Free On Board', 'Franco à bord', 'Franco a bordo'),
  CFR: inEach('Cost and Freight', 'Coût et fret', 'Coste y flete'),
  CIF: inEach('Cost, Insurance and Freight', 'Coût, assurance et fret', 'Coste, seguro y flete'),
  CPT: inEach('Carriage Paid To', 'Port payé jusqu’à', 'Transporte pagado hasta'),
  CIP: inEach(
    'Carriage and Insurance Paid To',
    'Port payé, assurance comprise, jusqu’à',
    'Transporte y seguro pagados hasta',
  ),
  DAP: inEach('Delivered at Place', 'Rendu au lieu de destination', 'Entregada en lugar'),
  DPU: inEach('Delivered at Place Unloaded', 'Rendu au lieu de destination déchargé', 'Entregada en lugar descargada'),
  DDP: inEach('Delivered Duty Paid', 'Rendu droits acquittés', 'Entregada derechos pagados'),
}
