import { Type } from 'typebox'
import { oneLinePattern } from './one-line.ts'

/** One of the given texts. The explicit `type` makes serialising answers much faster. */
export function oneOf<Text extends string>(texts: readonly Text[]) {
  return Type.Unsafe<Text>({ type: 'string', enum: [...texts] })
}

/** A text that is not blank. */
export function filledText(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: '\\S' })
}

/** A text on one line. */
export function line(maxLength: number, options: { minLength?: number; description?: string } = {}) {
  return Type.String({ ...options, maxLength, pattern: oneLinePattern })
}

/** A text on one line that is not blank. */
export function filledLine(maxLength: number) {
  // two patterns, so that each has its own rule
  return Type.String({ minLength: 1, maxLength, pattern: '\\S', allOf: [{ pattern: oneLinePattern }] })
}
