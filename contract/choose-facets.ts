import { compareText, normaliseText, stateOf } from './catalogue-query.ts'
import { type FacetChoice, type FacetName, type Facets, type FacetValue, facetNames } from './facets.ts'
import { limits } from './limits.ts'

export type Faceted = { category: string; countInStock: number } & {
  [Name in 'treatment' | 'presentation' | 'size' | 'origin']?: string | undefined
}
/** The value of each facet in the order of `facetNames`; empty where the product has none. */
export type FacetValues = readonly string[]

const mostFirst = (a: FacetValue, b: FacetValue) => b.count - a.count || compareText(a.value, b.value)

/** The facets of a catalogue: the server and the saved catalogue on the phone filter and count with them. */
export function createFacets() {
  const known = new Map<string, string>()
  const texts = new Map<string, string>()

  /** Texts that differ in case, accents or spaces are one value. */
  function keyOf(text: string): string {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = normaliseText(text)
    known.set(text, value)
    const shown = texts.get(value)
    if (shown === undefined || compareText(text.trim(), shown) < 0) texts.set(value, text.trim())
    return value
  }

  return {
    valuesOf({ category, countInStock, size = '', origin = '', ...fish }: Faceted): FacetValues {
      const presentation = fish.presentation ?? ''
      const words = [category, presentation, size, origin].map(keyOf)
      return [stateOf(fish) ?? '', ...words, countInStock > 0 ? '1' : '']
    },

    /** Those of the items that have all chosen values, in their order, and how many each value would leave. */
    choose<T>(items: readonly T[], valuesOf: (item: T) => FacetValues, choice: FacetChoice) {
      const wanted = facetNames.map((name) => normaliseText(choice[name] ?? ''))
      const counts = facetNames.map(() => new Map<string, number>())
      const add = (value: string | undefined, at: number): void => {
        if (value) counts[at]?.set(value, (counts[at].get(value) ?? 0) + 1)
      }
      const chosen = items.filter((item) => {
        const values = valuesOf(item)
        let [misses, missed] = [0, -1]
        for (let at = 0; at < wanted.length; at++) {
          if (!wanted[at] || wanted[at] === values[at]) continue
          misses += 1
          missed = at
        }
        // a product that one facet alone keeps out would come with another value of that facet
        if (misses === 1) add(values[missed], missed)
        else if (misses === 0) values.forEach(add)
        return misses === 0
      })
      const listed = (name: FacetName, at: number) => {
        const textOf = (value: string) => texts.get(value) ?? value
        const rows = [...(counts[at] ?? [])].map(([value, count]) => ({ value, text: textOf(value), count }))
        const isKept = ({ value }: FacetValue, place: number) => place < limits.facetValues || value === wanted[at]
        return [name, rows.sort(mostFirst).filter(isKept)]
      }
      // one entry for each name
      return { chosen, facets: Object.fromEntries(facetNames.map(listed)) as Facets }
    },
  }
}
