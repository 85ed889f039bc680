import * as v from 'valibot'

/*
 * Fields of answers. The server describes and sends them; the client reads them, also from a server of another version:
 * what it cannot read of a value is that value's default, and a row that it cannot read is left out.
 */

/** An `_id`. Without one, the row it belongs to cannot be read. */
export const id = v.pipe(v.string(), v.nonEmpty())
/** Empty by default. */
export const text = v.fallback(v.string(), '')
/** 0 by default. */
export const number = v.fallback(v.number(), 0)
/** A whole number; 0 by default. */
export const whole = v.fallback(v.pipe(v.number(), v.integer()), 0)
/** False by default. */
export const yes = v.fallback(v.boolean(), false)

/** A list without the rows that cannot be read: one broken row must not hide the others. */
// @__NO_SIDE_EFFECTS__
export function rows<const Row extends v.GenericSchema>(row: Row) {
  const some = v.array(v.fallback(v.optional(row), undefined))
  return v.pipe(
    some,
    v.transform((list) => list.filter((each) => each !== undefined)),
  )
}

/** One of the given texts; absent for one that this version of the app does not know. */
// @__NO_SIDE_EFFECTS__
export function known<const Text extends string>(texts: readonly Text[]) {
  return v.fallback(v.optional(v.picklist(texts)), undefined)
}
