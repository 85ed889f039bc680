import { type Static, Type } from 'typebox'
import { FishInput } from './fishes.ts'
import { limits } from './limits.ts'
import { line } from './texts/text-schemas.ts'

/**
 * A row of a spreadsheet. It updates the product with its `code`, else the one with its `_id`; otherwise it is a new
 * product. Absent fields stay unchanged; a new product needs the required ones.
 */
export const FishImportRow = Type.Object({
  _id: Type.Optional(line(36)),
  ...Type.Partial(FishInput).properties,
})
export type FishImportRow = Static<typeof FishImportRow>

export const FishImportInput = Type.Object({
  rows: Type.Array(FishImportRow, { minItems: 1, maxItems: limits.importRows }),
})
export type FishImportInput = Static<typeof FishImportInput>

const ImportedRow = Type.Object({
  kind: Type.Union([Type.Literal('new'), Type.Literal('changed'), Type.Literal('unchanged')]),
  /** absent for a new product when the rows were only checked */
  _id: Type.Optional(Type.String()),
})
export type ImportedRow = Static<typeof ImportedRow>

/** The result of each row, in the same order. A check tells what the result would be. */
export const FishImportAnswer = Type.Object({
  new: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  rows: Type.Array(ImportedRow),
})
export type FishImportAnswer = Static<typeof FishImportAnswer>
