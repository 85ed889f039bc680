// @vitest-environment node
import { expect, test } from 'vitest'
import { isGrouped, parseQuantity } from '../../../../contract/texts/quantity.ts'

test.each([
  ['2,5', 'en', 2.5],
  ['2.5', 'fr', 2.5],
  ['2,125', 'es', 2.125],
  ['2.125', 'en', 2.125],
  ['0,500', 'en', 0.5],
  ['1,000', 'en', undefined],
  ['1.000', 'es', undefined],
  ['12.500', 'fr', undefined],
  ['1,000.5', 'en', undefined],
  ['1 000', 'fr', undefined],
  ['1000', 'fr', 1000],
  ['12,5 T', 'fr', 12.5],
  ['3 tonnes', 'en', 3],
  ['12 500 kg', 'fr', undefined],
  ['1 000 t', 'fr', undefined],
  ['٢', 'en', 2],
  ['١٢٫٥', 'en', 12.5],
  ['２', 'en', 2],
  ['２，５', 'fr', 2.5],
  ['२', 'en', 2],
  ['½', 'en', undefined],
  ['2²', 'en', undefined],
] as const)('“%s” typed in %s is %s tonnes', (text, locale, tonnes) => {
  expect(parseQuantity(text, locale)).toBe(tonnes)
})

test('recognises thousands separators', () => {
  expect(['1,000', '10,000.5', '1 000 000'].map((text) => isGrouped(text, 'en'))).toEqual([true, true, true])
  for (const text of ['1.850,50', '1,850.50', '1.213.500', '1,213,500', "1'850"])
    for (const locale of ['en', 'fr', 'es'] as const) expect(isGrouped(text, locale), `${text} in ${locale}`).toBe(true)
  expect(['1,5', '1000', '0,500', 'many', ''].map((text) => isGrouped(text, 'en'))).toEqual(Array(5).fill(false))
})

test('without a language, a quantity is parsed in one way for all', () => {
  expect(parseQuantity('1.125')).toBe(1.125)
})
