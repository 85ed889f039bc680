import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admin, openAs } from '../../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../../support/some-orders.ts'

test('what a colleague reports while the form is open changes nothing in it', async () => {
  const said = [
    { kind: 'offer', side: 'shop', offer: offer({ validUntil: '2099-12-24' }) },
    { kind: 'accept', side: 'buyer', offer: 'e1' },
  ] as const
  const done = (steps: readonly ('deposit' | 'packed')[]) => ({
    step: steps.at(-1) ?? null,
    done: steps.map((step, at) => ({ _id: `e${at + 3}`, step, on: '2026-06-12' })),
    loaded: [],
  })
  let order = orderWith(said, { shipment: done(['deposit']) })
  const { user, deps } = await openAs(admin, '/order/o1', {
    'GET /orders/o1/': () => ({ body: { data: order } }),
    'GET /orders/changes/': () => ({ body: { changed: [order], deleted: [], next: 'n', more: false } }),
    'GET /orders/o1/papers/': { body: { papers: [], missing: { proforma: [], packing: [] } } },
  })
  await user.click(await screen.findByRole('button', { name: 'Add a milestone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a milestone' }))
  const step = await dialog.findByLabelText('Step')
  const before = (step as HTMLSelectElement).value
  order = orderWith([...said, { kind: 'milestone', side: 'shop', step: 'packed', on: '2026-06-12' }], {
    shipment: done(['deposit', 'packed']),
  })
  const part = within(screen.getByRole('region', { name: 'Where is my fish', hidden: true }))
  const packed = () => part.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
  const shown = packed().join()
  await act(() => deps.orderPulls.pull({ force: true }))
  await waitFor(() => expect(packed().join()).not.toBe(shown))
  expect((step as HTMLSelectElement).value).toBe(before)
})
