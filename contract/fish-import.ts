import * as v from 'valibot'
import { rows, whole } from './answer-fields.ts'
import { FishInput } from './fishes.ts'
import { limits } from './limits.ts'
import { line } from './texts/text-schemas.ts'

/**
 * A row of a spreadsheet. It updates the product with its `code`, else the one with its `_id`; otherwise it is a new
 * product. Absent fields stay unchanged; a new product needs the required ones.
 */
export const FishImportRow = v.object({
  _id: v.optional(line(36)),
  ...v.partial(FishInput).entries,
})
export type FishImportRow = v.InferOutput<typeof FishImportRow>

export const FishImportInput = v.object({
  rows: v.pipe(v.array(FishImportRow), v.minLength(1), v.maxLength(limits.importRows)),
})
export type FishImportInput = v.InferOutput<typeof FishImportInput>

const ImportedRow = v.object({
  kind: v.picklist(['new', 'changed', 'unchanged']),
  /** absent for a new product when the rows were only checked */
  _id: v.optional(v.string()),
})
export type ImportedRow = v.InferOutput<typeof ImportedRow>

/** The result of each row, in the same order. A check tells what the result would be. */
export const FishImportAnswer = v.object({
  new: whole,
  changed: whole,
  unchanged: whole,
  rows: rows(ImportedRow),
})
export type FishImportAnswer = v.InferOutput<typeof FishImportAnswer>
