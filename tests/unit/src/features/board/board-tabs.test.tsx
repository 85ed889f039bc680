import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admin, openShop } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

test('a tab of the board opens on its first page, with what was searched', async () => {
  const requested = Array.from({ length: 45 }, (_, n) =>
    orderWith([], { _id: `o${n}`, reference: `Q-0000-${1000 + n}` }),
  )
  const cancelled = orderWith([{ kind: 'cancel', side: 'buyer' }], { _id: 'gone', reference: 'Q-0000-9999' })
  const answers = {
    'GET /orders/changes/': { body: { changed: [...requested, cancelled], deleted: [], next: 'c', more: false } },
  }
  const shop = await openShop('/admin/order?tab=requested&keyword=q-0000&page=3', { session: admin, answers })
  await waitFor(() => expect(screen.getAllByRole('link', { name: /View/ })).toHaveLength(5))
  await shop.user.click(screen.getByRole('tab', { name: /Cancelled/ }))
  expect(await screen.findByText('Q-0000-9999')).toBeTruthy()
  expect(shop.place()).toBe('/admin/order?tab=cancelled&keyword=q-0000')
  await shop.user.click(screen.getByRole('tab', { name: /Awaiting offer/ }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /View/ })).toHaveLength(20))
})
