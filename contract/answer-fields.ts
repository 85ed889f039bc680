import * as v from 'valibot'

/*
 * Fields of answers. The server describes and sends them; the client reads them, also from a server of another version:
 * what it cannot read of a value is that value's default, and a row that it cannot read is left out.
 */

/** An `_id`, without which a row is of no use. */
export const id = v.pipe(v.string(), v.nonEmpty())
/** Empty by default. */
export const text = v.fallback(v.string(), '')
/** 0 by default. */
export const number = v.fallback(v.number(), 0)
/** A whole number; 0 by default. */
export const whole = v.fallback(v.pipe(v.number(), v.integer()), 0)
/** A page of a list, or how many there are; 1 by default. */
export const page = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1)), 1)
/** False by default. */
export const yes = v.fallback(v.boolean(), false)

/** A text without which its answer is none, such as a secret that is shown once. */
export const given = v.pipe(v.string(), v.nonEmpty())

/** The names of an object's fields. */
// @__NO_SIDE_EFFECTS__
export function namesOf<Entries extends v.ObjectEntries>(object: v.ObjectSchema<Entries, undefined>) {
  // a schema has no other keys
  return Object.keys(object.entries) as (keyof Entries)[]
}

/** A list without the rows that cannot be read: one broken row must not hide the others. */
// @__NO_SIDE_EFFECTS__
export function rows<const Row extends v.GenericSchema>(row: Row) {
  const some = v.array(v.fallback(v.optional(row), undefined))
  return v.pipe(
    some,
    v.transform((list) => list.filter((each) => each !== undefined)),
  )
}

/** Any text, of which these are known today: the screen has words for the others, too. */
// @__NO_SIDE_EFFECTS__
export function knownOrOther<const Text extends string>(texts: readonly Text[]) {
  return v.pipe(
    v.custom<Text>((value) => typeof value === 'string'),
    v.metadata({ enum: [...texts] }),
  )
}

/** One of the given texts; absent for one that this version of the app does not know. */
// @__NO_SIDE_EFFECTS__
export function known<const Text extends string>(texts: readonly Text[]) {
  return v.fallback(v.optional(v.picklist(texts)), undefined)
}
