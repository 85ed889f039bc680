import * as v from 'valibot'
import { int, line, oneOf, text, tolerantList } from './fields.ts'
import { limits } from './limits.ts'

/** By which a list of products is filtered, besides keyword and type. */
export const facetNames = ['state', 'family', 'presentation', 'size', 'origin', 'inStock'] as const
export type FacetName = (typeof facetNames)[number]
export const fishStates = ['fresh', 'frozen'] as const

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
