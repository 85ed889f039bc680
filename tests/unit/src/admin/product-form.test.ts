import { expect, test } from 'vitest'
import { invalidFields } from '../../../../contract/broken-rules.ts'
import { FishInput } from '../../../../contract/fishes.ts'
import type { Locale } from '../../../../contract/locales.ts'
import { requiredTexts } from '../../../../contract/product-fields.ts'
import {
  checkPicture,
  checkProduct,
  parseStock,
  productInput,
  productValues,
} from '../../../../src/admin/product-form.ts'
import { eachText } from '../../../support/product-with.ts'

const right = {
  ...productValues(undefined, 'en'),
  ...eachText('Hake'),
  countInStock: '12,5',
}
const wrongFields = (values: typeof right, locale: Locale = 'en') =>
  Object.entries(checkProduct(values, locale))
    .flatMap(([name, message]) => (message ? [name] : []))
    .concat(invalidFields(FishInput, productInput(values)).map(({ path }) => path))

test('three names, Famille, Classe and Stock are required; the rest is not', () => {
  const required = [...requiredTexts, 'countInStock']
  expect(wrongFields(productValues(undefined, 'en')).sort()).toEqual(required.sort())
  expect(wrongFields(right)).toEqual([])
})

test.each([
  ['0', 0],
  ['12', 12],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['12,5 T', 12.5],
  ['٢', 2],
  [' 7 ', 7],
  ['', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['many', undefined],
  ['1000001', undefined],
])('a stock of “%s” is read as %s', (text, value) => {
  expect(parseStock(text)).toBe(value)
})

test.each([
  ['en', '1,000', ['countInStock']],
  ['en', '1.125', []],
  ['es', '1.000', ['countInStock']],
  ['fr', '1 000', ['countInStock']],
  ['fr', '1,125', []],
] as const)('in %s a stock of “%s” is refused if it may be thousands', (locale, countInStock, fields) => {
  expect(wrongFields({ ...right, countInStock }, locale)).toEqual(fields)
})

test.each([
  ['notes.pdf', 'application/pdf', false],
  ['drawing.svg', 'image/svg+xml', false],
  ['hake.jpg', 'image/jpeg', true],
])('a file %s of type %s', (name, type, isRight) => {
  expect(checkPicture(new File(['x'], name, { type })) === undefined).toBe(isRight)
})

test('a picture above 12 MB is refused before the upload', () => {
  const large = new File([new Uint8Array(12 * 1024 * 1024 + 1)], 'large.jpg', { type: 'image/jpeg' })
  expect(checkPicture(large)).toBeDefined()
})

test.each([
  ['', []],
  ['0', []],
  ['12,5', []],
  ['100', []],
  ['101', ['glazing']],
  ['-1', ['glazing']],
  ['a fifth', ['glazing']],
])('a glazing of "%s"', (glazing, wrong) => {
  expect(wrongFields({ ...right, glazing })).toEqual(wrong)
})

test('trade texts are sent trimmed, an empty glazing as 0', () => {
  const typed = { ...right, code: ' HK-1 ', origin: ' FAO 34 ', glazing: '' }
  expect(productInput(typed)).toMatchObject({ code: 'HK-1', origin: 'FAO 34', glazing: 0, packing: '' })
  expect(productInput({ ...right, glazing: '7,5' }).glazing).toBe(7.5)
})

test('texts are sent trimmed, the stock as a number, the FAO code in upper case', () => {
  expect(productInput({ ...right, trade_name: ' Hake ', fao_code: 'hke' })).toMatchObject({
    trade_name: 'Hake',
    countInStock: 12.5,
    fao_code: 'HKE',
    type: 'fish',
  })
})

test('a customs code as tariffs print it, and the kilograms of a carton as people write them', () => {
  const values = { ...productValues(undefined, 'fr'), hs_code: '0303.53 10', carton_net: '12,5 kg', storage: ' -18 ' }
  expect(checkProduct(values, 'fr').carton_net).toBeUndefined()
  expect(productInput(values)).toMatchObject({ hs_code: '03035310', carton_net: 12.5, storage: '-18' })
  expect(checkProduct({ ...values, carton_net: '10001' }, 'fr').carton_net).toBeDefined()
})
