import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ChoiceResult } from './choose-files.ts'

const refusals: Record<string, MessageDescriptor> = {
  fileSize: msg`It has another size than was announced.`,
  fileHash: msg`It was changed or damaged on its way.`,
  fileType: msg`It is neither a picture nor a PDF.`,
  readablePicture: msg`The picture cannot be read.`,
  megapixels: msg`The picture has too many pixels.`,
  fileLate: msg`It did not come in seven days.`,
}

/** Why the shop did not take a file. */
export const refusalWords = (reason: string): MessageDescriptor => refusals[reason] ?? msg`The shop did not accept it.`

/** Why a chosen file cannot be sent. */
export const unfitWords: Record<Exclude<ChoiceResult, 'saved'> | 'many', MessageDescriptor> = {
  type: msg`only pictures and PDF files can be sent`,
  size: msg`a file may have 15 MB`,
  empty: msg`this file is empty`,
  unreadable: msg`this file cannot be read here`,
  'no-room': msg`there is no room on this device; it is NOT saved`,
  many: msg`ten files at most can be attached`,
}
