import * as v from 'valibot'
import { id, rows, text } from '../answer-fields.ts'
import { oneOf } from '../texts/text-schemas.ts'
import { paperKinds } from './paper-kinds.ts'
import { SellerNames } from './parties.ts'

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

const missing = v.fallback(rows(v.string()), [])
/** The papers of an order, newest first, the fields that each kind still lacks, and who sells, for drafts. */
export const Papers = v.object({
  papers: v.fallback(rows(Paper), []),
  missing: v.object({ proforma: missing, packing: missing }),
  seller: v.fallback(SellerNames, { legalName: '', taxNumber: '', registrationNumber: '', approvalNumber: '' }),
})
export type Papers = v.InferOutput<typeof Papers>
