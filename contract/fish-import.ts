import { type Static, Type } from 'typebox'
import { FishInput } from './fishes.ts'
import { limits } from './limits.ts'

/**
 * A row of a spreadsheet. It belongs to the product with its `code`, else to the one with its `_id`, else it is a new
 * product. A field that is left out stays as it is; a new product needs the required ones.
 */
export const FishImportRow = Type.Object({
  _id: Type.Optional(Type.String({ maxLength: 36 })),
  ...Type.Partial(FishInput).properties,
})
export type FishImportRow = Static<typeof FishImportRow>

export const FishImportInput = Type.Object({
  rows: Type.Array(FishImportRow, { minItems: 1, maxItems: limits.importRows }),
})
export type FishImportInput = Static<typeof FishImportInput>

const ImportedRow = Type.Object({
  kind: Type.Union([Type.Literal('new'), Type.Literal('changed'), Type.Literal('unchanged')]),
  /** missing for a new product of rows that were only checked */
  _id: Type.Optional(Type.String()),
})
export type ImportedRow = Static<typeof ImportedRow>

/** What became of each row, or would become of it, in the order of the rows. */
export const FishImportAnswer = Type.Object({
  new: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  rows: Type.Array(ImportedRow),
})
export type FishImportAnswer = Static<typeof FishImportAnswer>
