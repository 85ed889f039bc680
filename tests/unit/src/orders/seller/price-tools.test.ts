// @vitest-environment node
import { expect, test } from 'vitest'
import { noRow, type OfferRowValues, readingOf } from '../../../../../src/orders/seller/offer-values.ts'
import {
  changeByPercent,
  fillEmpty,
  pasteDown,
  pastedCells,
  readPercent,
} from '../../../../../src/orders/seller/price-tools.tsx'

const fishes = ['hake', 'cod', 'sole', 'ray']

/** Rows with these prices; `-` is a product that is not available. */
function rowsWith(...prices: string[]): OfferRowValues[] {
  const rowOf = (price = '') => ({ ...noRow, isMissing: price === '-', qty: '1', price: price.replace('-', '') })
  return fishes.map((product, at) => ({ ...rowOf(prices[at]), product }))
}
const offerWith = (...prices: string[]) => ({ lines: rowsWith(...prices), currency: 'EUR' })

const en = readingOf({ currency: 'EUR' }, 'en')
const fr = readingOf({ currency: 'EUR' }, 'fr')

test('empty prices are filled with the last ones; what is typed or not available stays, and who has none is named', () => {
  const last = new Map([
    ['hake', '5.00'],
    ['cod', '6.00'],
    ['ray', '7.00'],
  ])
  expect(fillEmpty(rowsWith('1', '', '', '-'), last)).toEqual({
    changes: new Map([[1, '6.00']]),
    count: 1,
    wrong: ['sole'],
  })
})

test('a column of a spreadsheet fills the prices downwards, as the reader writes numbers', () => {
  const pasted = '1 850,50 €\r\n\r\n2.000,00\r\n'
  expect(pasteDown(offerWith('', '9', ''), { from: 0, pasted, reading: fr })).toEqual({
    changes: new Map([
      [0, '1850,50'],
      [2, '2000,00'],
    ]),
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
  expect(pasteDown(offerWith('', '', '-', ''), { from: 1, pasted: 'on request\n5\n-3\n7', reading: en })).toEqual({
    changes: new Map([
      [1, 'on request'],
      [3, '-3'],
    ]),
    count: 0,
    wrong: ['cod', 'ray'],
    left: 1,
  })
})

test('a percentage changes all prices, half up to the minor unit', () => {
  expect(changeByPercent(rowsWith('10.01', '', 'abc', '-'), 250, en)).toEqual({
    changes: new Map([[0, '10.26']]),
    count: 1,
    wrong: ['sole'],
  })
  // 0.5 minor units are rounded up, as in the totals
  expect(changeByPercent(rowsWith('1.50'), -100, en).changes).toEqual(new Map([[0, '1.49']]))
  // what stays as it is, is not called changed
  expect(changeByPercent(rowsWith('0.50', '10.00'), -100, en)).toMatchObject({
    changes: new Map([[1, '9.90']]),
    count: 1,
  })
  expect(changeByPercent(rowsWith('10.00'), 0, en).count).toBe(0)
  const xof = readingOf({ currency: 'XOF' }, 'fr')
  expect(changeByPercent(rowsWith('1213500'), -333, xof).changes).toEqual(new Map([[0, '1173090']]))
  // more than the contract allows
  expect(changeByPercent(rowsWith('9999999.00'), 10_000, en).wrong).toEqual(['hake'])
})

test('percentages are read in the reader’s format', () => {
  expect(readPercent('2,5', 'fr')).toBe(250)
  expect(readPercent('+3 %', 'en')).toBe(300)
  expect(readPercent('−1.25', 'en')).toBe(-125)
  for (const wrong of ['', 'x', '-100', '2000', '1.234']) expect(readPercent(wrong, 'en')).toBeUndefined()
})
