import { expect, test } from 'vitest'
import { addressFields, addressLines, noAddress } from '../../../contract/orders.ts'

test('the lines of an address have each of its fields; what is not known has none', () => {
  const address = { ...noAddress }
  for (const name of addressFields) address[name] = `its ${name}`
  const lines = addressLines(address).join('\n')
  for (const name of addressFields) expect(lines).toContain(`its ${name}`)
  expect(addressLines(noAddress)).toEqual([])
})
