import { inEach, type Locale } from '../locales.ts'
import type { ClaimReason, DocumentKind } from '../shipment/claims.ts'

/* Words for claims and documents, on screens as on papers. */

export const documentNames: Record<DocumentKind, Record<Locale, string>> = {
  'catch-certificate': inEach('Catch certificate', 'Certificat de capture', 'Certificado de captura'),
  'health-certificate': inEach('Health certificate', 'Certificat sanitaire', 'Certificado sanitario'),
  'bill-of-lading': inEach('Bill of lading', 'Connaissement', 'Conocimiento de embarque'),
  'certificate-of-origin': inEach('Certificate of origin', 'Certificat d’origine', 'Certificado de origen'),
  invoice: inEach('Invoice', 'Facture', 'Factura'),
  'packing-list': inEach('Packing list', 'Liste de colisage', 'Lista de empaque'),
  insurance: inEach('Insurance', 'Assurance', 'Seguro'),
  analysis: inEach('Laboratory analysis', 'Analyse de laboratoire', 'Análisis de laboratorio'),
  other: inEach('Other document', 'Autre document', 'Otro documento'),
}

export const claimReasonNames: Record<ClaimReason, Record<Locale, string>> = {
  short: inEach('Short weight', 'Poids manquant', 'Falta de peso'),
  quality: inEach('Quality', 'Qualité', 'Calidad'),
  temperature: inEach('Temperature', 'Température', 'Temperatura'),
  damaged: inEach('Damaged', 'Endommagé', 'Dañado'),
  other: inEach('Other reason', 'Autre raison', 'Otro motivo'),
}

const kilograms = (language: Locale) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: 'always' })
/** Kilograms in running text: `1,250.5 kg`. */
export const kilogramsText = (kg: number, language: Locale) => `${kilograms(language).format(kg)}\u00a0kg`
