import * as v from 'valibot'
import { id, nonEmptyLine, oneOf, text, tolerantList } from '../fields.ts'
import { locales } from '../locales.ts'
import { noSeller, SellerNames } from './parties.ts'

/* Kinds of papers. */

export const paperKinds = ['proforma', 'packing', 'invoice', 'credit', 'data-sheet'] as const
export type PaperKind = (typeof paperKinds)[number]

/**
 * What a paper may lack: fields of the seller and of the shop, the bank account, what was loaded; and `letters` that it can print in what it
 * has (letters.ts).
 */
export const paperFields = [
  ...(['seller.legalName', 'seller.taxNumber', 'seller.approvalNumber', 'shop.street', 'bank', 'loaded'] as const),
  ...(['lots', 'credit', 'invoice', 'seller.letters', 'shop.letters', 'bank.letters', 'buyer.letters'] as const),
  ...(['deliverTo.letters', 'consignee.letters', 'notifyParty.letters', 'place.letters'] as const),
  ...(['products.letters', 'shipment.letters', 'lots.letters'] as const),
] as const
export type PaperField = (typeof paperFields)[number]
export type LettersField = Extract<PaperField, `${string}.letters`>

/** The fields that a paper cannot be without. */
export const neededFor: Record<PaperKind, readonly Exclude<PaperField, LettersField>[]> = {
  proforma: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'bank'],
  packing: ['seller.legalName', 'seller.approvalNumber', 'shop.street', 'loaded'],
  invoice: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'bank', 'loaded'],
  credit: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'credit', 'invoice'],
  'data-sheet': ['loaded', 'lots'],
}

export const PaperInput = v.object({
  kind: oneOf(paperKinds),
  /** one, or the buyer's with English beside it */
  language: v.optional(oneOf([...locales, 'both'])),
  /** of a credit note: the id of the settled claim */
  claim: v.optional(nonEmptyLine(100)),
})
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
  /** of a credit note: the id of the claim */
  claim: v.optional(v.string()),
  /** what is loaded has been corrected since: it needs a new one */
  isOutdated: v.optional(v.boolean()),
})
export type Paper = v.InferOutput<typeof Paper>
export const PaperData = v.object({ data: Paper })

const missing = v.fallback(tolerantList(v.string()), [])
/** The papers of an order, newest first, the fields that each kind still lacks, and who sells, for drafts. */
export const Papers = v.object({
  papers: v.fallback(tolerantList(Paper), []),
  missing: v.object(v.entriesFromList(paperKinds, missing)),
  seller: v.fallback(SellerNames, noSeller),
})
