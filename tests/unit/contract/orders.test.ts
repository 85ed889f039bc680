import { expect, test } from 'vitest'
import { pageOf } from '../../../contract/catalogue-query.ts'
import { addressFields, addressLines, noAddress } from '../../../contract/orders.ts'

test('the lines of an address have each of its fields; what is not known has none', () => {
  const address = { ...noAddress }
  for (const name of addressFields) address[name] = `its ${name}`
  const lines = addressLines(address).join('\n')
  for (const name of addressFields) expect(lines).toContain(`its ${name}`)
  expect(addressLines(noAddress)).toEqual([])
})

test.each([
  [0, 1, { page: 1, pages: 1, rows: [] }],
  [6, 1, { page: 1, pages: 1, rows: [0, 1, 2, 3, 4, 5] }],
  [7, 2, { page: 2, pages: 2, rows: [6] }],
  [13, 2, { page: 2, pages: 3, rows: [6, 7, 8, 9, 10, 11] }],
  [13, 9, { page: 3, pages: 3, rows: [12] }],
  [13, 0, { page: 1, pages: 3, rows: [0, 1, 2, 3, 4, 5] }],
])('of %i rows, six a page, page %i', (total, page, expected) => {
  const rows = Array.from({ length: total }, (_, n) => n)
  expect(pageOf(rows, page, 6)).toEqual({ total, ...expected })
})
