import * as v from 'valibot'
import { type FieldRule, filledLine, id, int, nonEmptyLine, oneOf, optionalEnum, plainLine, text } from './fields.ts'
import { limits } from './limits.ts'

/** Types of files that a thread takes. A HEIC picture has a thumbnail where the server can decode it. */
export const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const
export type FileType = (typeof fileTypes)[number]
/** Why the server did not take the bytes of a file; `fileLate`: they did not come in seven days. */
export const refusedFiles = [
  ...(['fileSize', 'fileHash', 'fileType', 'readablePicture', 'megapixels', 'fileLate'] as const),
] as const satisfies readonly FieldRule[]
export type RefusedFile = (typeof refusedFiles)[number]
/** Where files are sent by tus 1.0, below `/api`. */
export const uploadPath = '/files/'
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** A file as an event announces it; its bytes follow. The client makes the id, a UUID. */
export const FileInput = v.object({
  _id: nonEmptyLine(100),
  name: filledLine(limits.fileNameLength),
  type: oneOf(fileTypes),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.fileBytes)),
  /** of the bytes, lower-case hex */
  sha256: Sha256,
})
export type FileInput = v.InferOutput<typeof FileInput>

/** A file's name as it is stored and shown: a name of nothing else but signs of direction is `file`. */
export const fileName = (given: string) => plainLine(given) || 'file'
export const FileInputs = v.pipe(v.array(FileInput), v.minLength(1), v.maxLength(limits.filesPerEvent))

/** A file of an event in an answer. Without `here` and `refused` it is announced, and its bytes are not there yet. */
export const EventFile = v.object({
  _id: id,
  name: text,
  type: oneOf(fileTypes),
  bytes: int,
  sha256: text,
  /** the server has all of it and has checked it */
  here: v.optional(v.boolean()),
  /** why the server did not take what was sent; the author can choose it again */
  refused: optionalEnum(refusedFiles),
})
export type EventFile = v.InferOutput<typeof EventFile>
