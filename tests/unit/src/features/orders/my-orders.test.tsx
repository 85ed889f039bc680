import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../../../../../contract/orders.ts'
import { eventOf, orderOf } from '../../../../support/offer-samples.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'

const named = (name: string) => ({ fishe: name, name, name_fr: '', name_es: '', image: '', qty: 1.5 })

/** Requests for one product each, newest first; the last one asks for four and has an offer. */
const orders: Order[] = [
  ...Array.from({ length: 24 }, (_, at) => ({
    ...orderOf(),
    ...{ _id: `o${at}`, reference: `Q-0000-01${10 + at}`, orderItems: [named('Cod')] },
    created_at: new Date(Date.UTC(2026, 9, 28 - at)).toISOString(),
  })),
  {
    ...orderOf(eventOf(1, 'offer')),
    ...{ _id: 'long', reference: 'Q-0000-0199', created_at: '2026-01-01T00:00:00.000Z' },
    orderItems: ['Octopus', 'Hake', 'Sole', 'Ray'].map(named),
  },
]
const answers = { 'GET /orders/changes/': { body: { changed: orders, deleted: [], next: 'n', more: false } } }
const rows = () => screen.getAllByRole('row').slice(1)

test('a row says what was asked for, how much, and the total; pages have 20, and a search begins at the first', async () => {
  const { user, place } = await openAs(customer, '/Order?page=2', answers)
  await waitFor(() => expect(rows()).toHaveLength(5))
  expect(rows()[0]?.textContent).toMatch(/^21/)
  await user.type(screen.getByRole('searchbox', { name: 'Search my orders' }), 'hake{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(1))
  for (const part of ['Q-0000-0199', 'Octopus, Hake and 2 more', '6 t', '€6,000.50'])
    expect(rows()[0]?.textContent?.replaceAll('\u00a0', ' ')).toContain(part)
  expect(place()).toContain('keyword=hake')
  expect(place()).not.toContain('page=')
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'nothing{Enter}')
  expect(await screen.findByText('None of your requests matches “nothing”.')).toBeTruthy()
})
