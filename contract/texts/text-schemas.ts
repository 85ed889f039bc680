import * as v from 'valibot'
import { oneLinePattern } from './one-line.ts'

const filled = /\S/
/** JSON Schema patterns are read with the flag `u`, which this one needs. */
const onOneLine = new RegExp(oneLinePattern, 'u')

/** One of the given texts. */
// @__NO_SIDE_EFFECTS__
export function oneOf<const Text extends string>(texts: readonly Text[]) {
  return v.picklist(texts)
}

/** A text that is not blank. */
// @__NO_SIDE_EFFECTS__
export function filledText(maxLength: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(filled))
}

/** A text on one line, which may be empty. */
// @__NO_SIDE_EFFECTS__
export function line(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength), v.regex(onOneLine))
}

/** A text on one line, which may be blank but not empty: ids and addresses, whose form is checked by who uses them. */
// @__NO_SIDE_EFFECTS__
export function nonEmptyLine(maxLength: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(onOneLine))
}

/** A text on one line that is not blank. */
// @__NO_SIDE_EFFECTS__
export function filledLine(maxLength: number) {
  // two patterns, so that each has its own rule
  return v.pipe(filledText(maxLength), v.regex(onOneLine))
}
