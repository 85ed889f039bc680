import { type Static, Type } from 'typebox'
import type { plainRules } from './field-rules.ts'
import { fileTypes, type RefusedFile, refusedFiles } from './file-types.ts'
import { limits } from './limits.ts'
import { filledLine, line, oneOf } from './texts/text-schemas.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** A file as an event announces it; its bytes follow. The client makes the id, a UUID. */
export const FileInput = Type.Object({
  _id: line(100, { minLength: 1 }),
  name: filledLine(limits.fileNameLength),
  type: oneOf(fileTypes),
  bytes: Type.Integer({ minimum: 1, maximum: limits.fileBytes }),
  /** of the bytes, lower-case hex */
  sha256: Sha256,
})
export type FileInput = Static<typeof FileInput>

export const FileInputs = Type.Array(FileInput, { minItems: 1, maxItems: limits.filesPerEvent })

/** A file of an event in an answer. Without `here` and `refused` it is announced, and its bytes are not there yet. */
export const EventFile = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  type: oneOf(fileTypes),
  bytes: Type.Integer(),
  sha256: Type.String(),
  /** the server has all of it and has checked it */
  here: Type.Optional(Type.Boolean()),
  /** why the server did not take what was sent; the author can choose it again */
  refused: Type.Optional(oneOf(refusedFiles)),
})
export type EventFile = Static<typeof EventFile>

/** Fails to compile when a reason is no rule of fields. */
export type ReasonIsRule = RefusedFile extends (typeof plainRules)[number] | 'megapixels' ? true : never
