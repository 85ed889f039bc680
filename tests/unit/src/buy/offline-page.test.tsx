import { i18n } from '@lingui/core'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cartLineOf } from '../../../../src/db/cart.ts'
import { createDatabase, type ShopDatabase } from '../../../../src/db/database.ts'
import { saveFeedPage } from '../../../../src/db/products.ts'
import type { OutboxRow } from '../../../../src/db/rows.ts'
import { formatBytes } from '../../../../src/i18n/numbers.ts'
import { enqueueReview } from '../../../support/entries.ts'
import { offline } from '../../../support/fake-server.ts'
import { customer, openAs, openShop } from '../../../support/open-shop.tsx'
import { savedFiles } from '../../../support/saved-files.ts'
import { someFish, someFishes } from '../../../support/some-fishes.ts'

const line = cartLineOf(someFish(1), 7, 1)
const ids = ['0190a1b2-0000-7000-8000-00000000aaaa', '0190a1b2-0000-7000-8000-00000000bbbb']

function order(at: number, given: Partial<OutboxRow>): OutboxRow {
  return {
    id: ids[at] ?? '',
    v: 1,
    seq: at,
    kind: 'order',
    userId: customer.userId,
    userName: customer.name,
    userEmail: customer.email,
    payload: {
      kind: 'order',
      body: {
        orderItems: [{ fishe: line.fishe, qty: 7 }],
        shippingAddress: { phone: '1', address: 'a', city: 'c', postalCode: 'p', country: 'x' },
      },
      display: { lines: [line] },
    },
    state: 'queued',
    attempts: 3,
    failures: 0,
    nextAt: Number.MAX_SAFE_INTEGER,
    wait: 300_000,
    createdAt: Date.UTC(2026, 0, 2),
    problem: { status: 0, detail: 'Network Error' },
    ...given,
  }
}

const refused = order(1, {
  state: 'attention',
  problem: { status: 422, detail: 'This product is no longer sold.' },
})

const review: OutboxRow['payload'] = {
  kind: 'review',
  fishe: 'f',
  body: { rating: 1, comment: '' },
  display: { trade_name: 'Hake' },
}
const message: OutboxRow['payload'] = {
  kind: 'contact',
  body: { user_object: '', user_name: '', user_email: 'awa@example.com', user_message: 'Hello' },
  display: {},
}

let devices = 0
async function deviceWith(...rows: OutboxRow[]): Promise<ShopDatabase> {
  devices += 1
  const db = createDatabase(`offline-page-${devices}`)
  await db.outbox.bulkPut(rows)
  return db
}

const entries = async () =>
  within(await screen.findByRole('list', { name: 'Waiting to be sent' })).getAllByRole('listitem')

test('a file whose message has gone counts as waiting and can be sent now, one that was only chosen does not', async () => {
  const device = await deviceWith()
  const file = { order: 'o1', type: 'application/pdf', bytes: 4, sha256: 'a'.repeat(64), at: 1, kind: 'out' } as const
  for (const _id of ['declared', 'chosen'])
    await device.files.put({ ...file, _id, userId: customer.userId, name: `${_id}.pdf`, attempts: 0, nextAt: 0 })
  await device.keyValue.put({ name: 'said-files', value: { declared: 'o1' } })
  await device.files.update([customer.userId, 'declared'], { nextAt: Number.MAX_SAFE_INTEGER })
  const { user } = await openShop('/offline', { session: customer, device })
  expect(await screen.findByText('1 file of a message is still on this device and was not sent yet.')).toBeTruthy()
  expect(screen.queryByText(/Nothing waits/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export as file' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send now' }))
  const declared = () => device.files.get([customer.userId, 'declared'])
  await waitFor(async () => expect(await declared()).toMatchObject({ now: true, nextAt: 0 }))
})

test('lists every entry of this user with state and reason, but no other user’s', async () => {
  const foreign = order(0, { id: '0190a1b2-0000-7000-8000-00000000cccc', userId: 'somebody-else' })
  const done = order(0, { id: '0190a1b2-0000-7000-8000-00000000dddd', seq: 2, state: 'done', sentAt: Date.now() })
  const device = await deviceWith(order(0, {}), refused, foreign, done)
  await openShop('/offline', { session: customer, device, answers: { 'POST /orders/add/': offline } })
  const [first, second, ...more] = await entries()
  expect(more).toEqual([])
  expect(first?.textContent).toContain('Needs your attention')
  expect(first?.textContent).toContain('This product is no longer sold.')
  expect(second?.textContent).toMatch(/Waiting for|Being sent/)
  screen.getByRole('button', { name: 'Send now' })
  const sent = within(screen.getByRole('list', { name: 'Sent from this device' }))
  expect(sent.getAllByRole('listitem')).toHaveLength(1)
})

test('Discard asks first, and says where this device cannot discard', async () => {
  const db = await deviceWith(refused)
  const { user, deps } = await openShop('/offline', { session: customer, device: db })
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await db.outbox.count()).toBe(1)
  const discard = vi.spyOn(deps.sync, 'discard').mockRejectedValue(new Error('the database is broken'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('This could not be saved on this device.')).toBeTruthy()
  discard.mockRestore()
  // the question stays, so that it can be tried again
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await db.outbox.count()).toBe(0))
  await screen.findByText('Nothing is waiting: everything you sent has arrived.')
})

test('the confirmation of Discard names what it is', async () => {
  const rows = [refused, { ...refused, kind: 'review' as const, payload: review }]
  const all = [...rows, { ...refused, kind: 'contact' as const, payload: message }]
  const device = await deviceWith(...all.map((row, at) => ({ ...row, id: `${row.id}${at}`, seq: -at })))
  const { user } = await openShop('/offline', { session: customer, device })
  for (const [at, name] of [/^Quote request/, 'Review of Hake', 'Message to the shop'].entries()) {
    await user.click((await screen.findAllByRole('button', { name: 'Discard' }))[at] as HTMLElement)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard without sending?' }))
    dialog.getByText(name)
    await user.click(dialog.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
})

test('a review names its product in the language of the page; an earlier version saved only one name', async () => {
  const { deps } = await openAs(customer, '/offline', { 'POST /fishes/f/reviews/': offline })
  const review = { fishe: 'f', body: { rating: 5, comment: '' }, session: customer }
  await act(async () => {
    await enqueueReview(deps.sync, { ...review, trade_name: 'Hake' })
    await enqueueReview(deps.sync, {
      ...review,
      trade_name: 'Octopus',
      trade_name_fr: 'Poulpe',
      trade_name_es: 'Pulpo',
    })
  })
  await screen.findByText('Review of Octopus')
  act(() => i18n.loadAndActivate({ locale: 'fr', messages: {} }))
  await screen.findByText('Review of Poulpe')
  screen.getByText('Review of Hake')
  act(() => i18n.loadAndActivate({ locale: 'es', messages: {} }))
  await screen.findByText('Review of Pulpo')
})

test('pending entries can be exported as a file', async () => {
  const { user } = await openShop('/offline', {
    session: customer,
    device: await deviceWith(order(0, {})),
    answers: { 'POST /orders/add/': offline },
  })
  const { textOf } = savedFiles()
  await user.click(await screen.findByRole('button', { name: 'Export as file' }))
  const text = await textOf(0)
  expect(JSON.parse(text)).toMatchObject({ app: 'quayside', entries: [{ id: ids[0] }] })
  expect(text).not.toContain(customer.token)
})

test('panels appear with their content, so that no button moves when it is pressed', async () => {
  const db = await deviceWith(order(0, {}))
  const changes = { changed: someFishes(42), deleted: [], next: 'c', more: false }
  await saveFeedPage(db, { since: undefined, changes, now: Date.UTC(2026, 4, 6, 12) })
  // the catalogue is read last
  const { promise: reading, resolve: goOn } = Promise.withResolvers<void>()
  vi.spyOn(db.fishes, 'count').mockImplementation(() =>
    db.fishes
      .toCollection()
      .count()
      .then(async (count) => {
        await reading
        return count
      }),
  )
  await openShop('/offline', { session: customer, device: db, answers: { 'POST /orders/add/': offline } })
  expect(await entries()).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Pictures' })).toBeNull()
  goOn()
  await screen.findByRole('heading', { name: 'Pictures' })
  expect(screen.getByText('42 products, complete')).toBeDefined()
  const day = await screen.findByText(/^[67] May 2026,$/)
  expect(day.parentElement?.textContent).toMatch(/, \d{1,2}:\d\d [ap]m$/)
})

test('sizes have a readable unit', () => {
  expect([0, 999, 850_000, 3_240_000, 123_400_000].map((bytes) => formatBytes(bytes, 'en'))).toEqual([
    '0 byte',
    '999 byte',
    '850 kB',
    '3.2 MB',
    '123 MB',
  ])
  expect(formatBytes(3_240_000, 'fr').replace(/\s/g, ' ')).toBe('3,2 Mo')
})

test('a full device says that a request did not come back into the cart, and it stays where it was', async () => {
  const { user, deps } = await openShop('/offline', { session: customer, device: await deviceWith(refused) })
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  vi.spyOn(deps.db.cart, 'bulkPut').mockRejectedValue(full)
  await user.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  expect(await screen.findByText('This could not be saved on this device.')).toBeTruthy()
  expect(await deps.db.outbox.count()).toBe(1)
})
