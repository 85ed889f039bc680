import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { nextOrderRow } from '../../../../../src/data/orders/saved-orders.ts'
import { admin, customer, openAs } from '../../../../support/open-shop.tsx'
import { oneInTurn } from '../../../../support/run.ts'
import { offer, orderWith } from '../../../../support/some-orders.ts'

const accepted = orderWith([
  { kind: 'offer', side: 'shop', offer: offer({ validUntil: '2099-12-24' }) },
  { kind: 'accept', side: 'buyer', offer: 'e1' },
])
const sealed = { ...accepted, sealed: '2026-06-16T10:00:00.000Z' }

test.each(
  oneInTurn([
    ['buyer', customer],
    ['shop', admin],
  ] as const),
)('the %s reads a removed order: its note, its offer and its thread, and nothing to say', async (_side, session) => {
  await openAs(session, '/order/o1', {
    'GET /orders/o1/': { body: { data: sealed } },
    'GET /orders/changes/': { body: { changed: [sealed], deleted: [], next: 'n', more: false } },
  })
  const note = 'This request was removed by the shop on 16 Jun 2026. This is a copy for reading.'
  const sheet = within(await screen.findByRole('article'))
  expect(await sheet.findByText(note)).toBeTruthy()
  expect(await within(await screen.findByRole('region', { name: 'Now' })).findByText(note)).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Prices of this offer' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Thread' })).toBeTruthy()
  expect(sheet.getByText('Removed by the shop')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More for Q-0001-0001' })).toBeNull()
  expect(screen.queryByText('Thank you. You have accepted our offer.')).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Write a message' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull()
})

test('my orders have it, marked', async () => {
  await openAs(customer, '/Order', {
    'GET /orders/changes/': { body: { changed: [sealed], deleted: [], next: 'n', more: false } },
  })
  expect(await screen.findByText('Removed by the shop')).toBeTruthy()
  expect(screen.getByText('Q-0001-0001')).toBeTruthy()
})

test('an answer from before the removal does not bring it back; a restored database does', () => {
  const from = { userId: 'ann', at: 1, during: 1, isFeed: true }
  const saved = nextOrderRow(undefined, { ...from, order: sealed })
  expect(nextOrderRow(saved, { ...from, order: accepted, isFeed: false })?.order.sealed).toBe(sealed.sealed)
  expect(nextOrderRow(saved, { ...from, order: accepted, during: 2 })?.order.sealed).toBeUndefined()
})
