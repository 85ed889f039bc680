import { i18n } from '@lingui/core'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pullOwnOrders } from '../../../../../src/sync/order-feed.ts'
import { eventOf, items, offerOf, orderOf } from '../../../../support/offer-samples.ts'
import { admin, customer, openAs } from '../../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../../support/some-orders.ts'

test('what is loaded has a French colon in French', async () => {
  const { messages } = await import('../../../../../src/locales/fr.po')
  const lines = [{ fishe: items[0]?.fishe ?? '', qty: 1.5 }]
  const loaded = { container: 'CSQU3054383', lines }
  const order = orderOf(
    eventOf(1, 'offer', { offer: offerOf() }),
    eventOf(2, 'accept', { offer: eventOf(1, 'offer')._id }),
    eventOf(3, 'milestone', { by: { name: 'Quay', side: 'shop' }, step: 'loaded', on: '2026-11-03', loaded }),
  )
  await openAs(customer, '/order/o1', { 'GET /orders/o1/': { body: { data: { ...order, state: 'accepted' } } } })
  await screen.findByText('CSQU3054383')
  await act(async () => i18n.loadAndActivate({ locale: 'fr', messages }))
  const details = screen.getByText('CSQU3054383').parentElement
  expect(details?.textContent).toContain('Poulpe commun\u202f: 1,5\u00a0t')
})

test('what the shop has reported twice is for the shop alone to correct', async () => {
  const packed = { by: { name: 'Quay', side: 'shop' }, step: 'packed', on: '2026-11-03' } as const
  const thread = orderOf(
    eventOf(1, 'offer', { offer: offerOf() }),
    eventOf(2, 'accept', { offer: eventOf(1, 'offer')._id }),
    eventOf(3, 'milestone', packed),
    eventOf(4, 'milestone', packed),
  )
  const report = (seq: number) => ({ step: 'packed', on: packed.on, _id: eventOf(seq, 'milestone')._id }) as const
  const shipment = { step: 'packed', done: [report(3)], loaded: [], doubles: [report(4)] } as const
  const order = { ...thread, state: 'accepted', shipment }
  const answers = {
    'GET /orders/o1/': { body: { data: order } },
    'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'c', more: false } },
  }
  const twice = /^This was reported twice/
  const desk = await openAs(admin, '/order/o1', answers)
  expect(await screen.findByText(twice)).toBeTruthy()
  desk.unmount()
  await openAs(customer, '/order/o1', answers)
  expect((await screen.findAllByText(/Packed/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(twice)).toBeNull()
})

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
  await act(() => pullOwnOrders(deps))
  await waitFor(() => expect(packed().join()).not.toBe(shown))
  expect((step as HTMLSelectElement).value).toBe(before)
})
