import * as v from 'valibot'
import { limits } from './limits.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Whether somebody typed this reference; capitals and spaces around it do not matter. */
export const isReference = (typed: string, reference: string) => typed.trim().toUpperCase() === reference

/** An order's reference, such as `Q-7F3K-92MX`: the last 40 bits of its UUIDv7 in Crockford base32, so that a phone knows it before sending. */
export function orderReference(id: string): string {
  const hex = id.replaceAll('-', '').slice(-10)
  let bits = BigInt(`0x${/^[0-9a-f]{10}$/i.test(hex) ? hex : '0'}`)
  let text = ''
  for (let i = 0; i < 8; i++) {
    text = crockford.charAt(Number(bits & 31n)) + text
    bits >>= 5n
  }
  return `Q-${text.slice(0, 4)}-${text.slice(4)}`
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** Whether a text is a UUID in its canonical lower-case form (RFC 9562), as every `_id` of the server is. */
export const isUuid = (text: string) => uuidShape.test(text)

/** Rules of fields without a number. */
export const plainRules = [
  ...(['required', 'wholeNumber', 'oneLine', 'allowedCharacters', 'email', 'gmail'] as const),
  ...(['productInShop', 'pictureFile', 'readablePicture', 'unchangeable', 'alreadyUsed', 'allowedValue'] as const),
  ...(['day', 'todayOrLater', 'shopCurrency', 'productOfRequest', 'everyProduct', 'onePrice'] as const),
  ...(['productOfOffer', 'oneOfAlternatives', 'offeredTonnes'] as const),
  ...(['containerNumber', 'milestoneOfOrder', 'changedMeanwhile'] as const),
  ...(['claimOfOrder', 'reportOfBuyer', 'productOfClaim', 'lotOfProduct', 'lotOfShipment', 'sumOfLots'] as const),
  ...(['daysInOrder', 'imoNumber', 'faoArea'] as const),
  ...(['phone', 'currency', 'timeZone', 'square', 'iban', 'faoCode', 'hsCode'] as const),
  ...(['fileSize', 'fileHash', 'fileType', 'fileLate', 'publicAddress'] as const),
] as const

/** Rules with a limit, in characters, entries, decimals, megapixels, pixels or days, or on the number itself. */
export const limitRules = [
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'exclusiveMinimum', 'maximum'] as const),
  ...(['decimals', 'megapixels', 'daysAhead', 'pixels'] as const),
] as const

export type PlainRule = (typeof plainRules)[number]
type LimitRule = (typeof limitRules)[number]
export type FieldRule = PlainRule | LimitRule

export interface RuleParams {
  limit: number
}

export type BrokenRule = { rule: PlainRule; params?: never } | { rule: LimitRule; params: RuleParams }
/** A refused field of a request, with a `path` such as `orderItems.0.qty`. */
export type InvalidField = BrokenRule & { path: string }
/** An invalid field in an answer. `detail` is one English sentence for developers. */
export type FieldProblem = InvalidField & { detail: string }

/** Parses a rule and its limit; undefined for a rule that this version does not know. */
export function readBrokenRule(rule: unknown, limit: unknown): BrokenRule | undefined {
  const plain = plainRules.find((each) => each === rule)
  if (plain) return { rule: plain }
  const limited = limitRules.find((each) => each === rule)
  return limited && typeof limit === 'number' ? { rule: limited, params: { limit } } : undefined
}

/** JSON Schema pattern of a text without line breaks and other control characters. */
export const oneLinePattern = '^[^\\p{Cc}\\u2028\\u2029]*$'

/** Makes a text one line: a run of line breaks and other control characters becomes a space. */
export function oneLine(text: string): string {
  // the spaces beside each run are cut apart from it: a pattern for all three reads long runs of spaces again and again
  const lines = text.split(/[\p{Cc}\u2028\u2029]+/u).map((line) => line.trim())
  return lines.filter(Boolean).join(' ')
}

/** Signs that reverse the text around them. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** One line that reads as it is written: `photo` + U+202E + `fdp.exe` would be shown as `photoexe.pdf`. */
export const plainLine = (text: string) => oneLine(text.replace(direction, ''))
const filled = /\S/
/** JSON Schema patterns are read with the flag `u`, which this one needs. */
const onOneLine = new RegExp(oneLinePattern, 'u')
// @__NO_SIDE_EFFECTS__
export const oneOf = <const Text extends string>(texts: readonly Text[]) => v.picklist(texts)

/** A text that is not blank. */
// @__NO_SIDE_EFFECTS__
export const filledText = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(filled))

/** A text on one line, which may be empty. */
// @__NO_SIDE_EFFECTS__
export const line = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength), v.regex(onOneLine))

/** A text on one line, which may be blank but not empty: ids and addresses, whose form is checked by who uses them. */
// @__NO_SIDE_EFFECTS__
export const nonEmptyLine = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(onOneLine))

/** A text on one line that is not blank. */
// @__NO_SIDE_EFFECTS__
export function filledLine(maxLength: number) {
  // two patterns, so that each has its own rule
  return v.pipe(filledText(maxLength), v.regex(onOneLine))
}

/** A list with at least one entry. */
// @__NO_SIDE_EFFECTS__
export const filledList = <const Row extends v.GenericSchema>(row: Row, most: number) =>
  v.pipe(v.array(row), v.minLength(1), v.maxLength(most))

/** A rule that JSON Schema cannot say. Forms and server run it as `broken-rules.ts` reads the schema. */
// @__NO_SIDE_EFFECTS__
export const ruled = <T>(rule: PlainRule, isRight: (value: T) => boolean) => v.check(isRight, rule)

/* Fields of answers, also of a server of another version: a value that the client cannot read is its default, such a row is left out. */

/** An `_id`, without which a row is of no use. */
export const id = v.pipe(v.string(), v.nonEmpty())
export const text = v.fallback(v.string(), '')
export const number = v.fallback(v.number(), 0)
/** A whole number; 0 by default. */
export const int = v.fallback(v.pipe(v.number(), v.integer()), 0)
/** A page of a list, or how many there are; 1 by default. */
export const page = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1)), 1)
export const flag = v.fallback(v.boolean(), false)
/** A text without which its answer is none, such as a secret that is shown once. */
export const required = v.pipe(v.string(), v.nonEmpty())

// @__NO_SIDE_EFFECTS__
export function namesOf<Entries extends v.ObjectEntries>(object: v.ObjectSchema<Entries, undefined>) {
  // a schema has no other keys
  return Object.keys(object.entries) as (keyof Entries)[]
}

/** A list without the rows that cannot be read: one broken row must not hide the others. */
// @__NO_SIDE_EFFECTS__
export function tolerantList<const Row extends v.GenericSchema>(row: Row) {
  const some = v.array(v.fallback(v.optional(row), undefined))
  return v.pipe(
    some,
    v.transform((list) => list.filter((each) => each !== undefined)),
  )
}

/** Any text, of which these are known today: the screen has words for the others, too. */
// @__NO_SIDE_EFFECTS__
export function openEnum<const Text extends string>(texts: readonly Text[]) {
  return v.pipe(
    v.custom<Text>((value) => typeof value === 'string'),
    v.metadata({ enum: [...texts] }),
  )
}

/** One of the given texts; absent for one that this version of the app does not know. */
// @__NO_SIDE_EFFECTS__
export const optionalEnum = <const Text extends string>(texts: readonly Text[]) =>
  v.fallback(v.optional(v.picklist(texts)), undefined)

const shape =
  /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}.-][^\s@<>()[\],;:\\"\p{C}]*\.[^\s@<>()[\],;:\\"\p{C}.]{2,}$/u

/** One form for one mailbox: NFKC, trimmed, lower case. Compare and store only this form. */
export const normaliseEmail = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** A deliverable-looking address of at most 254 characters (RFC 5321); whether it exists is not checked. */
export function isEmail(text: string): boolean {
  const email = normaliseEmail(text)
  return email.length <= 254 && shape.test(email) && !email.includes('..')
}

/** Whether an address is a Gmail one; `googlemail.com` is the same mailbox (specification section 5, newsletter). */
export const isGmail = (text: string) => /@(gmail|googlemail)\.com$/.test(normaliseEmail(text))

/** The e-mail address of a mailbox. */
export const mailbox = v.pipe(nonEmptyLine(limits.emailLength), ruled('email', isEmail))
