import * as v from 'valibot'
import { id, oneOf, text, tolerantList } from '../fields.ts'
import { noSeller, SellerNames } from './parties.ts'

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

export const PaperInput = v.object({ kind: oneOf(paperKinds) })
export type PaperInput = v.InferOutput<typeof PaperInput>

/** A paper of an order. It never changes; a newer one replaces it. */
export const Paper = v.object({
  _id: id,
  kind: oneOf(paperKinds),
  /** of the year, as in `PF-2026-0012` */
  number: text,
  /** id of the file in the thread */
  file: text,
  at: text,
  /** the number of the paper that it replaces */
  replaces: v.optional(v.string()),
})
export type Paper = v.InferOutput<typeof Paper>
export const PaperData = v.object({ data: Paper })

const missing = v.fallback(tolerantList(v.string()), [])
/** The papers of an order, newest first, the fields that each kind still lacks, and who sells, for drafts. */
export const Papers = v.object({
  papers: v.fallback(tolerantList(Paper), []),
  missing: v.object({ proforma: missing, packing: missing }),
  seller: v.fallback(SellerNames, noSeller),
})
export type Papers = v.InferOutput<typeof Papers>
