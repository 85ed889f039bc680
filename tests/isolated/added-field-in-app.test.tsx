import './added-field.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalidFields } from '../../contract/broken-rules.ts'
import { searchedText, textRank } from '../../contract/fish-search.ts'
import { Fish, FishInput } from '../../contract/fishes.ts'
import { factsLine, filledFacts } from '../../contract/product-fields.ts'
import { productInput, productLabel, productValues } from '../../src/admin/product-form.ts'
import { readShape } from '../../src/api/exchange.ts'
import { catalogueRows } from '../../src/import/export-catalogue.ts'
import { matchColumns } from '../../src/import/matching.ts'
import { readRows } from '../../src/import/read-rows.ts'
import { detail } from '../support/fishes.ts'
import { openShop } from '../support/open-shop.tsx'

// the compiler does not know the new fields
const batch = 'batch' as 'code'
const gear = 'gear' as 'classe'
const product = detail({ [batch]: 'L-2231', [gear]: 'Trap' })
const reader = { locale: 'fr', translate: String } as const

test('the form, the spreadsheet, the search, the saved product and the line of a cart have the new fields', async () => {
  const saved = readShape(Fish, product)
  if (!saved) throw new Error('a product was not read')
  expect(saved).toMatchObject({ batch: 'L-2231', gear: 'Trap' })
  const values = productValues(saved, 'en')
  expect(productInput({ ...values, [batch]: ' L-2232 ', [gear]: ' Line ' })).toMatchObject({
    batch: 'L-2232',
    gear: 'Line',
  })
  expect([productLabel(batch, reader), productLabel(gear, reader)]).toEqual(['Série', 'Engin de pêche'])
  const empty = productInput({ ...values, [gear]: ' ' })
  expect(invalidFields(FishInput, empty)).toEqual([{ path: 'gear', rule: 'required' }])
  const [titles = [], row = []] = catalogueRows([saved], 'es')
  expect([row[titles.indexOf('Partida')], row[titles.indexOf('Arte de pesca')]]).toEqual(['L-2231', 'Trap'])
  const columns = matchColumns(titles.map(String))
  const table = {
    titles: titles.map(String),
    rows: [{ number: 2, cells: row.map((cell) => (typeof cell === 'object' ? '' : cell)) }],
  }
  expect((await readRows(table, columns, { locale: 'es' })).rows[0]?.row).toMatchObject({
    batch: 'L-2231',
    gear: 'Trap',
  })
  for (const text of ['l-2231', 'trap']) expect(textRank(searchedText(saved), text)).toBeGreaterThan(0)
  expect(filledFacts(saved)).toMatchObject({ batch: 'L-2231' })
  expect(factsLine(saved, 'en')).toContain('L-2231')
})

test('the page of a product shows the new fields', async () => {
  await openShop(`/products/${product._id}`, {
    answers: { [`GET /fishes/${product._id}`]: { status: 200, body: product } },
  })
  expect((await screen.findByText('L-2231')).previousElementSibling?.textContent).toBe('Batch')
  expect(screen.getByText('Trap').previousElementSibling?.textContent).toBe('Fishing gear')
})
