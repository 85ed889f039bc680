import type { BrokenRule } from '../../contract/field-rules.ts'

/** An upload that is not a picture we take; the message is one plain English sentence. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly broken: BrokenRule

  constructor(message: string, { cause, ...broken }: BrokenRule & { cause?: unknown } = { rule: 'readablePicture' }) {
    super(message, { cause })
    this.broken = broken
  }
}
