/** Rules of fields without a number. */
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
  'productOfOffer',
  'containerNumber',
  'milestoneOfOrder',
  'changedMeanwhile',
  'phone',
  'currency',
  'timeZone',
  'square',
  'iban',
  'fileSize',
  'fileHash',
  'fileType',
  'fileLate',
  'publicAddress',
] as const

/** Rules with a limit, in characters, entries, decimals, megapixels, pixels or days, or on the number itself. */
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
