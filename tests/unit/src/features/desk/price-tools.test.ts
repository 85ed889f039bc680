// @vitest-environment node
import { expect, test } from 'vitest'
import type { OfferField, OfferValues } from '../../../../../src/features/desk/offer-values.ts'
import {
  changeByPercent,
  fillEmpty,
  pasteDown,
  pastedCells,
  priceReading,
  readPercent,
} from '../../../../../src/features/desk/price-tools.ts'

const fishes = ['hake', 'cod', 'sole', 'ray']
const lines = fishes.map((fishe) => ({ fishe, name: fishe, name_fr: '', name_es: '', image: '', qty: 1 }))

/** A form with these prices; `-` is a product that is not available. */
function formWith(prices: string[], currency = 'EUR'): { lines: typeof lines; values: OfferValues } {
  const fields = fishes.flatMap((fishe, at): [OfferField, string][] => [
    [`price:${fishe}`, prices[at]?.replace('-', '') ?? ''],
    [`missing:${fishe}`, prices[at] === '-' ? 'true' : ''],
  ])
  // the tools read no other fields
  return { lines, values: { currency, ...Object.fromEntries(fields) } as OfferValues }
}

const en = priceReading({ currency: 'EUR' }, 'en')
const fr = priceReading({ currency: 'EUR' }, 'fr')

test('empty prices are filled with the last ones; what is typed or not available stays, and who has none is named', () => {
  const last = new Map([
    ['hake', '5.00'],
    ['cod', '6.00'],
    ['ray', '7.00'],
  ])
  expect(fillEmpty(formWith(['1', '', '', '-']), last)).toEqual({
    changes: { 'price:cod': '6.00' },
    count: 1,
    wrong: ['sole'],
  })
})

test('a column of a spreadsheet fills the prices downwards, as the reader writes numbers', () => {
  const pasted = '1 850,50 €\r\n\r\n2.000,00\r\n'
  expect(pasteDown(formWith(['', '9', '']), { from: 'hake', pasted, reading: fr })).toEqual({
    changes: { 'price:hake': '1850,50', 'price:sole': '2000,00' },
    count: 2,
    wrong: [],
    left: 0,
  })
})

test('a pasted row counts as a column, and of several columns the first number', () => {
  expect(pastedCells('1\t2\t3', 'EUR', en)).toEqual(['1', '2', '3'])
  expect(pastedCells('Hake\t€ 1,850.00\t2\nCod\tEUR 5\t3\n', 'EUR', en)).toEqual(['1,850.00', '5'])
  expect(pastedCells('1850', 'EUR', en)).toBeUndefined()
  expect(pastedCells('1850\n', 'EUR', en)).toBeUndefined()
})

test('what is no price is named and stays in sight; what has no line is counted; no price for what is not available', () => {
  const { values } = formWith(['', '', '-', ''])
  expect(pasteDown({ lines, values }, { from: 'cod', pasted: 'on request\n5\n-3\n7', reading: en })).toEqual({
    changes: { 'price:cod': 'on request', 'price:ray': '-3' },
    count: 0,
    wrong: ['cod', 'ray'],
    left: 1,
  })
})

test('a percentage changes all prices, half up to the minor unit', () => {
  expect(changeByPercent(formWith(['10.01', '', 'abc', '-']), 250, en)).toEqual({
    changes: { 'price:hake': '10.26' },
    count: 1,
    wrong: ['sole'],
  })
  // 0.5 minor units are rounded up, as in the totals
  expect(changeByPercent(formWith(['0.50']), -100, en).changes).toEqual({ 'price:hake': '0.50' })
  const xof = priceReading({ currency: 'XOF' }, 'fr')
  expect(changeByPercent(formWith(['1213500'], 'XOF'), -333, xof).changes).toEqual({ 'price:hake': '1173090' })
  // more than the contract allows
  expect(changeByPercent(formWith(['9999999.00']), 10_000, en).wrong).toEqual(['hake'])
})

test('percentages are read in the reader’s format', () => {
  expect(readPercent('2,5', 'fr')).toBe(250)
  expect(readPercent('+3 %', 'en')).toBe(300)
  expect(readPercent('−1.25', 'en')).toBe(-125)
  for (const wrong of ['', 'x', '-100', '2000', '1.234']) expect(readPercent(wrong, 'en')).toBeUndefined()
})
