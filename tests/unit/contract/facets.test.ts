import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOf } from '../../../contract/catalogue-query.ts'
import { createFacets, type Faceted } from '../../../contract/choose-facets.ts'
import { type FacetChoice, type FacetName, facetNames } from '../../../contract/facets.ts'

test.each([
  ['frozen', 'frozen'],
  ['IQF, glazed', 'frozen'],
  ['Congelé à bord', 'frozen'],
  ['fresh or frozen', 'frozen'],
  ['Frais', 'fresh'],
  ['refrigerado', 'fresh'],
  ['live', 'fresh'],
  ['liver', undefined],
  ['', undefined],
])('the state of a product with the treatment %j is %j', (treatment, state) => {
  expect(stateOf({ treatment })).toBe(state)
})

const word = fc.constantFrom('', 'Whole', 'whole', ' fillet ', 'Éviscéré', 'eviscere')
const product: fc.Arbitrary<Faceted> = fc.record({
  category: word,
  countInStock: fc.constantFrom(0, 3),
  treatment: fc.constantFrom('', 'fresh', 'IQF', 'congelado'),
  presentation: word,
  size: word,
  origin: word,
})
const text = fc.option(fc.constantFrom('whole', 'fillet', 'eviscere', 'other'), { nil: undefined })
const choices = fc.record({
  state: fc.option(fc.constantFrom('fresh', 'frozen'), { nil: undefined }),
  ...{ family: text, presentation: text, size: text, origin: text },
  inStock: fc.option(fc.constant('1'), { nil: undefined }),
})

test('each count is the number of products that the list has with that value and the other filters', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 40 }), choices, (products, wanted) => {
      // undefined counts as absent
      const choice = wanted as FacetChoice
      const catalogue = createFacets()
      const choose = (by: FacetChoice) => catalogue.choose(products, catalogue.valuesOf, by)
      const { chosen, facets } = choose(choice)
      // one after the other, in any order, leads to the same list
      const oneByOne = facetNames.reduceRight<readonly Faceted[]>((left, name) => {
        const one = { [name]: choice[name] } as FacetChoice
        return catalogue.choose(left, catalogue.valuesOf, one).chosen
      }, products)
      expect(oneByOne).toEqual(chosen)
      for (const name of facetNames) {
        const counted = new Map(facets[name].map(({ value, count }) => [value, count]))
        const { [name]: _, ...others } = choice
        const all = choose(others as FacetChoice).chosen
        const at = facetNames.indexOf(name)
        for (const value of new Set(all.map((fish) => catalogue.valuesOf(fish)[at] ?? ''))) {
          const there = choose({ ...choice, [name]: value } as FacetChoice).chosen
          if (value) expect(counted.get(value)).toBe(there.length)
        }
        expect([...counted.values()].every((count) => count > 0)).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

test('a filter shows the text of a product, and of many values the most frequent ones and the chosen one', () => {
  const catalogue = createFacets()
  const products: Faceted[] = Array.from({ length: 300 }, (_, at) => ({
    category: `Family ${at >> 1}`,
    countInStock: 1,
    size: at % 2 ? 'T6 (0.8 kg)' : ' t6  (0.8 kg)',
  }))
  const choice: Partial<Record<FacetName, string>> = { family: 'family 99' }
  const { facets } = catalogue.choose(products, catalogue.valuesOf, choice as FacetChoice)
  expect(facets.size).toEqual([{ value: 't6 (0.8 kg)', text: 'T6 (0.8 kg)', count: 2 }])
  expect(facets.family).toHaveLength(61)
  expect(facets.family.at(-1)).toEqual({ value: 'family 99', text: 'Family 99', count: 2 })
})
