/* Kinds of papers. */

export const paperKinds = ['proforma', 'packing'] as const
export type PaperKind = (typeof paperKinds)[number]

/** What a paper may lack: fields of the seller and of the shop, the bank account, what was loaded. */
export const paperFields = [
  'seller.legalName',
  'seller.taxNumber',
  'seller.approvalNumber',
  'shop.street',
  'bank',
  'loaded',
] as const
export type PaperField = (typeof paperFields)[number]

/** The fields that a paper cannot be without. */
export const neededFor: Record<PaperKind, readonly PaperField[]> = {
  proforma: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'bank'],
  packing: ['seller.legalName', 'seller.approvalNumber', 'shop.street', 'loaded'],
}
