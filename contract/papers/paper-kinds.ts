/* Kinds of papers. */

export const paperKinds = ['proforma', 'packing'] as const
export type PaperKind = (typeof paperKinds)[number]

/**
 * What a paper may lack: fields of the seller and of the shop, the bank account, what was loaded; and `letters` that it can print in what it
 * has (letters.ts).
 */
export const paperFields = [
  'seller.legalName',
  'seller.taxNumber',
  'seller.approvalNumber',
  'shop.street',
  'bank',
  'loaded',
  'seller.letters',
  'shop.letters',
  'bank.letters',
  'buyer.letters',
  'deliverTo.letters',
  'consignee.letters',
  'notifyParty.letters',
  'place.letters',
  'products.letters',
  'shipment.letters',
] as const
export type PaperField = (typeof paperFields)[number]
export type LettersField = Extract<PaperField, `${string}.letters`>

/** The fields that a paper cannot be without. */
export const neededFor: Record<PaperKind, readonly Exclude<PaperField, LettersField>[]> = {
  proforma: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'bank'],
  packing: ['seller.legalName', 'seller.approvalNumber', 'shop.street', 'loaded'],
}
