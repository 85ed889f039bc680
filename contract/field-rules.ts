/** Rules that a field can break and that need no number. */
export const plainRules = [
  'required',
  'wholeNumber',
  'oneLine',
  'allowedCharacters',
  'email',
  'gmail',
  'productInShop',
  'pictureFile',
  'readablePicture',
  'unchangeable',
  'alreadyUsed',
  'allowedValue',
  'day',
  'todayOrLater',
  'shopCurrency',
  'productOfRequest',
  'everyProduct',
  'onePrice',
  'phone',
  'currency',
  'timeZone',
  'square',
] as const

/** Rules with a bound: characters, entries, decimals, megapixels, pixels, days or the number itself. */
export const limitRules = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'decimals',
  'megapixels',
  'daysAhead',
  'pixels',
] as const

type PlainRule = (typeof plainRules)[number]
type LimitRule = (typeof limitRules)[number]
export type FieldRule = PlainRule | LimitRule

export interface RuleParams {
  limit: number
}

export type BrokenRule = { rule: PlainRule; params?: never } | { rule: LimitRule; params: RuleParams }

/** A field of a request that is not accepted: `path` as in `orderItems.0.qty`. */
export type InvalidField = BrokenRule & { path: string }

/** An invalid field as an answer carries it: `detail` is one readable English sentence, for people who read the API. */
export type FieldProblem = InvalidField & { detail: string }

/** Reads a rule that came from outside; undefined for one that this version does not know. */
export function readBrokenRule(rule: unknown, limit: unknown): BrokenRule | undefined {
  const plain = plainRules.find((each) => each === rule)
  if (plain) return { rule: plain }
  const limited = limitRules.find((each) => each === rule)
  return limited && typeof limit === 'number' ? { rule: limited, params: { limit } } : undefined
}
