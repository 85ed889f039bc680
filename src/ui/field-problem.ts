import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/**
 * The sentences with which our server refuses single fields, each by its end: the start names the field. Complete:
 * tests/unit/ui/refusal-reasons.test.tsx goes through the server's own list.
 */
const known: [RegExp, (limit: string) => MessageDescriptor][] = [
  [/(is required|must not be empty)\.$/, () => msg`Please fill in this field`],
  [/must have at most (\d+) characters\.$/, (limit) => msg`At most ${limit} characters, please`],
  [/must have at least (\d+) characters\.$/, (limit) => msg`At least ${limit} characters, please`],
  [/must have at most (\d+) entries\.$/, (limit) => msg`At most ${limit} entries, please`],
  [/must have at least \d+ entries\.$/, () => msg`At least one entry, please`],
  [/must have at most (\d+) decimals\.$/, (limit) => msg`At most ${limit} decimals, please`],
  [/must be a whole number\.$/, () => msg`Please enter a whole number`],
  [/must be one line\.$/, () => msg`This must be on one line`],
  [/must be more than (\d+)\.$/, (limit) => msg`This must be more than ${limit}`],
  [/must be at least (\d+)\.$/, (limit) => msg`This must be at least ${limit}`],
  [/must be at most (\d+)\.$/, (limit) => msg`This must be at most ${limit}`],
  [/contains a character that is not allowed\.$/, () => msg`This contains a character that is not allowed`],
  [
    /(has the wrong form|must be of type .+|has none of the allowed values|is not valid|is that of another .+|upload a picture to change it)\.$/,
    () => msg`The server does not accept this`,
  ],
  [/no longer in the shop\.$/, () => msg`This product is not in the shop any more`],
  [/must be a picture file\.$/, () => msg`Please choose a picture`],
  [/more than (\d+) megapixels\.$/, (limit) => msg`The picture has more than ${limit} megapixels`],
  [/valid e-?mail address\.?$/i, () => msg`Please enter a valid email address`],
  [/Gmail address\.?$/, () => msg`Please enter a Gmail address`],
]

/** What the server says about a field as a message of ours; undefined for a sentence that we do not know. */
export function fieldProblemText(detail: string): MessageDescriptor | undefined {
  for (const [sentence, message] of known) {
    const found = sentence.exec(detail)
    if (found) return message(found[1] ?? '')
  }
  return undefined
}
