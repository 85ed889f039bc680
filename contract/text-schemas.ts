import { Type } from 'typebox'

/** One of the given texts. The explicit `type` makes serialising answers much faster. */
export function oneOf<Text extends string>(texts: readonly Text[]) {
  return Type.Unsafe<Text>({ type: 'string', enum: [...texts] })
}

/** A text that is not blank. */
export function filledText(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: '\\S' })
}
