import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OfferLink } from '../../../../../contract/orders.ts'
import { createDatabase } from '../../../../../src/data/schema.ts'
import { refusal } from '../../../../support/fake-server.ts'
import { eventOf, fullOffer, orderOf, shopWith } from '../../../../support/offer-samples.ts'
import { customer, openAs, openShop } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

test('an order that the shop deletes while it is open is not called loading: the page says that it is gone', async () => {
  const order = orderWith([])
  const { deps, server } = await openAs(customer, '/order/o1', {
    'GET /orders/o1/': { body: { data: order } },
    'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
  })
  await screen.findByRole('list', { name: 'Thread' })
  await deps.orderPulls.pull({ force: true })
  server.sayings['GET /orders/o1/'] = refusal(404, 'not-found')
  server.sayings['GET /orders/changes/'] = { body: { changed: [], deleted: ['o1'], next: 'm', more: false } }
  await deps.orderPulls.pull({ force: true })
  expect(await deps.db.orders.count()).toBe(0)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

test('an order that a full disk cannot save is shown all the same', async () => {
  const device = createDatabase('order-on-full-disk')
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const save = vi.spyOn(device.orders, 'bulkPut').mockRejectedValue(full)
  const { answers } = shopWith(orderOf(eventOf(1, 'message', { text: 'Is ice included?' })))
  await openShop('/order/o1', { device, session: customer, answers })
  expect((await screen.findByRole('list', { name: 'Thread' })).textContent).toContain('Is ice included?')
  expect(save).toHaveBeenCalled()
  expect(await device.orders.count()).toBe(0)
})

test('an answer that waits on the device is not called sent while the database cannot be read', async () => {
  const { answers } = shopWith(orderOf(eventOf(1, 'offer', { offer: fullOffer() })))
  const { user, deps, stopSending } = await openAs(customer, '/order/o1', answers)
  await stopSending()
  const wait = vi.spyOn(deps.sync, 'waitForOutcome').mockImplementation(async () => {
    // as on a phone that has put the page into the background
    vi.spyOn(deps.db.outbox, 'get').mockRejectedValue(new Error('DatabaseClosedError'))
    return undefined
  })
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Accept offer' }))
  const said = 'Your acceptance is saved on this device. It counts only if it reaches us by 30 Nov 2099.'
  const [decided] = await screen.findAllByText((_, node) => node?.matches('[data-said]') === true)
  expect(decided?.textContent).toBe(said)
  expect(wait).toHaveBeenCalled()
  expect(screen.queryByText(/The shop has it/)).toBeNull()
})

const link: OfferLink = { _id: 'l1', at: '2026-11-02T10:00:00.000Z', by: 'buyer', until: '2027-11-02', seen: 0 }

test('a link that was already revoked elsewhere is said to be revoked, and the focus is not lost', async () => {
  let links = [link]
  const { answers } = shopWith(orderOf(eventOf(1, 'offer', { offer: fullOffer() })))
  const { user } = await openAs(customer, '/order/o1', {
    ...answers,
    'GET /orders/o1/links/': () => ({ body: links }),
    'DELETE /orders/o1/links/l1/': () => {
      links = []
      return refusal(404, 'not-found')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The link was revoked.')).toBe(document.activeElement)
  await expect.poll(() => screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
})
