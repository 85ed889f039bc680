import { type Static, Type } from 'typebox'
import { oneOf } from '../texts/text-schemas.ts'
import { paperKinds } from './paper-kinds.ts'
import { SellerNames } from './parties.ts'

export const PaperInput = Type.Object({ kind: oneOf(paperKinds) })
export type PaperInput = Static<typeof PaperInput>

/** A paper of an order. It never changes; a newer one replaces it. */
export const Paper = Type.Object({
  _id: Type.String(),
  kind: oneOf(paperKinds),
  /** of the year, as in `PF-2026-0012` */
  number: Type.String(),
  /** id of the file in the thread */
  file: Type.String(),
  at: Type.String(),
  /** the number of the paper that it replaces */
  replaces: Type.Optional(Type.String()),
})
export type Paper = Static<typeof Paper>
export const PaperData = Type.Object({ data: Paper })

const missing = Type.Array(Type.String())
/** The papers of an order, newest first, the fields that each kind still lacks, and who sells, for drafts. */
export const Papers = Type.Object({
  papers: Type.Array(Paper),
  missing: Type.Object({ proforma: missing, packing: missing }),
  seller: SellerNames,
})
export type Papers = Static<typeof Papers>
