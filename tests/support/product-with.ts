import { type RequiredText, requiredTexts } from '../../contract/product-fields.ts'

/** The same value for each required text. */
export const eachText = <Value>(value: Value) =>
  // the keys are those of the list
  Object.fromEntries(requiredTexts.map((name) => [name, value])) as Record<RequiredText, Value>

/** What an administrator types of a product: a text in every field that needs one, and what a test is about. */
export const productWith = <More extends object>(text: string, more?: More) => ({
  ...eachText(text),
  type: 'fish' as const,
  countInStock: 5,
  // an absent one has no fields
  ...(more as More),
})
