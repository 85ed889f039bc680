import * as v from 'valibot'
import { normaliseText } from './catalogue-query.ts'
import { int, line, oneOf, text, tolerantList } from './fields.ts'
import { limits } from './limits.ts'

/** By which a list of products is filtered, besides keyword and type. */
export const facetNames = ['state', 'family', 'presentation', 'size', 'origin', 'inStock'] as const
export type FacetName = (typeof facetNames)[number]
export const fishStates = ['fresh', 'frozen'] as const

const frozen = /\b(frozen|iqf|iwp|congel|surgel|ultracongel)/
const fresh = /\b(fresh|chilled|iced|live|frais|fraiche|refriger\w*|vivante?s?|fresc[oa]s?|viv[oa]s?)\b/

/** Whether a product is frozen or fresh, by the words of its treatment; live ones count as fresh. */
export function stateOf(fish: { treatment?: string | undefined; presentation?: string | undefined }) {
  const words = normaliseText(`${fish.treatment ?? ''} ${fish.presentation ?? ''}`)
  return frozen.test(words) ? 'frozen' : fresh.test(words) ? 'fresh' : undefined
}

/** A wanted value of each facet, as `FacetValue.value`; all of them must fit. */
export const facetQuery = {
  ...v.entriesFromList(['family', 'presentation', 'size', 'origin'], v.optional(line(limits.textLength))),
  state: v.optional(oneOf(fishStates)),
  inStock: v.optional(v.literal('1')),
}
export type FacetChoice = v.InferOutput<v.ObjectSchema<typeof facetQuery, undefined>>

/** `text` is what a product says; `count` the products that the list would have with this value and the other facets as they are. */
export const FacetValue = v.object({ value: text, text, count: int })
export type FacetValue = v.InferOutput<typeof FacetValue>
const values = v.fallback(tolerantList(FacetValue), [])
/** The most frequent values of each facet, at most `limits.facetValues`. */
export const Facets = v.object(v.entriesFromList(facetNames, values))
export type Facets = v.InferOutput<typeof Facets>
