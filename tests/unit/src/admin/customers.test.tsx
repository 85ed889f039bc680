import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admin, openAs } from '../../../support/open-shop.tsx'

const id = '0190a1b2-0000-7000-8000-000000000031'
const customer = {
  ...{ _id: id, company: 'Cantabria Mar SL', name: 'Inés', country: 'Spain', people: 2, requests: 3, accepted: 1 },
  ...{ first: '2026-01-02T00:00:00.000Z', last: '2026-06-02T00:00:00.000Z' },
}
const order = {
  ...{ _id: id, reference: 'Q-0031-0031', created_at: customer.last, state: 'accepted' },
  ...{ products: 1, quantity: 12.5, name: 'Inés' },
}
const price = {
  ...{ fishe: 'hake', name: 'Hake', name_fr: 'Merlu', name_es: 'Merluza', currency: 'EUR', price: 185_000 },
  ...{ at: customer.last, order: id, reference: order.reference, isAccepted: true },
}

test('a customer of the list opens with people, requests, sums and last prices', async () => {
  const { user, place } = await openAs(admin, '/admin/customers', {
    'GET /customers/': { body: [customer], headers: { 'x-total-count': '1' } },
    [`GET /customers/${id}/`]: {
      body: {
        ...customer,
        ...{ taxNumber: 'ESB1', addresses: [], orders: [order], prices: [price] },
        persons: [{ _id: 'p1', name: 'Inés', email: 'ines@example.com', requests: 3 }],
        totals: [{ currency: 'EUR', orders: 1, total: 2_312_500 }],
      },
    },
  })
  await user.click(await screen.findByRole('link', { name: 'Cantabria Mar SL' }))
  expect(await screen.findByText('€23,125.00')).toBeTruthy()
  expect(place()).toBe(`/admin/customers/${id}`)
  const main = within(screen.getByRole('main'))
  main.getByRole('link', { name: 'ines@example.com' })
  main.getByText('Tax number: ESB1')
  expect(main.getAllByRole('row', { name: /Q-0031-0031/ })[0]?.textContent).toMatch(/12\.5\st.*Accepted/)
  expect(main.getByRole('row', { name: /^Hake/ }).textContent).toContain('€1,850.00')
})
