import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admin, openAs } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

test('a tab of the board opens on its first page, with what was searched', async () => {
  const requested = Array.from({ length: 45 }, (_, n) =>
    orderWith([], { _id: `o${n}`, reference: `Q-0000-${1000 + n}` }),
  )
  const cancelled = orderWith([{ kind: 'cancel', side: 'buyer' }], { _id: 'gone', reference: 'Q-0000-9999' })
  const answers = {
    'GET /orders/changes/': { body: { changed: [...requested, cancelled], deleted: [], next: 'c', more: false } },
  }
  const shop = await openAs(admin, '/admin/order?tab=requested&keyword=q-0000&page=3', answers)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /View/ })).toHaveLength(5))
  await shop.user.click(screen.getByRole('tab', { name: /Cancelled/ }))
  expect(await screen.findByText('Q-0000-9999')).toBeTruthy()
  expect(shop.place()).toBe('/admin/order?tab=cancelled&keyword=q-0000')
  await shop.user.click(screen.getByRole('tab', { name: /Awaiting offer/ }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /View/ })).toHaveLength(20))
})

test('before any order was saved, no tab says that it has none', async () => {
  const answers = {
    'GET /orders/changes/': { body: { changed: [orderWith([])], deleted: [], next: 'c', more: false } },
  }
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const late = async () => {
    await held
    return answers['GET /orders/changes/']
  }
  await openAs(admin, '/admin/order', { 'GET /orders/changes/': late })
  // the device was read by then
  await screen.findByText('Loading…')
  expect(screen.getByRole('tab', { name: /To answer/ }).textContent).toBe('To answer')
  letGo?.()
  await waitFor(() => expect(screen.getByRole('tab', { name: /To answer/ }).textContent).toBe('To answer 1'))
  expect(screen.getByRole('tab', { name: /Cancelled/ }).textContent).toBe('Cancelled 0')
})
