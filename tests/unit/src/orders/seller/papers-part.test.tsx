import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { Paper } from '../../../../../contract/papers/papers.ts'
import { headers as names } from '../../../../../contract/service.ts'
import type { Session } from '../../../../../src/db/rows.ts'
import { noteConnection } from '../../../../../src/sync/connection.ts'
import { offline, refusal, type Saying } from '../../../../support/fake-server.ts'
import { admin, customer, openAs } from '../../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../../support/some-orders.ts'

const accepted = orderWith([
  { kind: 'offer', side: 'shop', offer: offer({ validUntil: '2099-12-24' }) },
  { kind: 'accept', side: 'buyer', offer: 'e1' },
])
const nothing = { proforma: [], packing: [] }
const paper = (number: string, replaces?: string): Paper => ({
  ...{ _id: `p-${number}`, kind: 'proforma', number, file: `f-${number}`, at: '2026-06-16T10:00:00.000Z' },
  ...(replaces && { replaces }),
})

async function open(answers: Record<string, Saying>, { session = admin, order = accepted }: Opened = {}) {
  const shop = await openAs(session, '/order/o1', {
    'GET /orders/o1/': { body: { data: order } },
    'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
    'GET /orders/o1/papers/': { body: { papers: [], missing: nothing } },
    ...answers,
  })
  return shop
}
interface Opened {
  session?: Session
  order?: typeof accepted
}

/** A paper is made in two steps: seen, then issued. */
async function issue(user: Awaited<ReturnType<typeof open>>['user'], name = 'Make pro forma') {
  await user.click((await findPart()).getByRole('button', { name }))
  await user.click(await screen.findByRole('button', { name: 'Issue' }))
}

const findPart = async () => within(await screen.findByRole('region', { name: 'Papers' }))

test('a pro forma is made once per press; the one before is marked as replaced', async () => {
  let made = 0
  const { user, server } = await open({
    'GET /orders/o1/papers/': () => {
      const later = made > 1 ? [paper('PF-2026-0002', 'PF-2026-0001')] : []
      return { body: { papers: [...later, paper('PF-2026-0001')], missing: nothing } }
    },
    'POST /orders/o1/papers/': () => {
      made += 1
      // the answer to the first press is lost
      return made === 1 ? offline() : { status: 201, body: { data: paper('PF-2026-0002', 'PF-2026-0001') } }
    },
  })
  const part = await findPart()
  expect(await part.findByText('PF-2026-0001', { exact: true })).toBeTruthy()
  expect(await part.findByRole('button', { name: 'Save PF-2026-0001.pdf as a file' })).toBeTruthy()
  expect(part.queryByText(/Replaced by/)).toBeNull()
  await issue(user)
  expect((await part.findByRole('alert')).textContent).toBe('There is no connection to the shop.')
  await issue(user)
  const said = await part.findByText('PF-2026-0002 is made. The buyer finds it in the thread.')
  expect(document.activeElement).toBe(said)
  expect(await part.findByText('Replaced by PF-2026-0002')).toBeTruthy()
  await issue(user)
  await waitFor(() => expect(server.callsTo('POST /orders/o1/papers/')).toHaveLength(3))
  const calls = server.callsTo('POST /orders/o1/papers/')
  expect(calls.map(({ body }) => body)).toEqual(Array(3).fill({ kind: 'proforma' }))
  const [lost, again, next] = calls.map(({ headers }) => headers.get(names.key))
  expect(again).toBe(lost)
  expect(next).not.toBe(again)
})

test('a preview takes no number, and shows who buys and the tolerance; without a connection the buttons say so', async () => {
  const parties = { company: 'Frío SL', taxNumber: 'B-1' }
  const { user, server } = await open({}, { order: { ...accepted, parties } })
  await user.click((await findPart()).getByRole('button', { name: 'Make pro forma' }))
  const dialog = await screen.findByRole('dialog', { name: 'Preview of the pro forma' })
  expect(await within(dialog).findByText(/Frío SL/)).toBeTruthy()
  expect(within(dialog).getByText('Up to 5 % more than offered may be loaded')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Not yet' }))
  const part = await findPart()
  expect(await part.findByText('No paper was made yet.')).toBeTruthy()
  onTestFinished(() => noteConnection(true))
  act(() => noteConnection(false))
  expect(await part.findByText(/Making a paper needs a connection to the shop/)).toBeTruthy()
  const button = part.getByRole('button', { name: 'Make pro forma' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(server.callsTo('POST /orders/o1/papers/')).toEqual([])
})

test('what is missing is a list with the ways to where it is filled in, or what the buyer can do', async () => {
  const missing = ['seller.legalName', 'shop.street', 'bank', 'buyer.letters', 'of-a-later-version']
  const errors = missing.map((path) => ({ path, rule: 'required' as const, detail: 'is missing' }))
  const { user, place } = await open({
    'GET /orders/o1/papers/': { body: { papers: [], missing: { proforma: [], packing: ['loaded'] } } },
    'POST /orders/o1/papers/': refusal(422, 'invalid-fields', errors),
  })
  const part = await findPart()
  const packing = within(await part.findByRole('list', { name: 'A packing list still needs:' }))
  await user.click(packing.getByRole('button', { name: 'What was loaded, as a step of the shipment' }))
  expect(part.queryByRole('list', { name: 'A pro forma still needs:' })).toBeNull()
  await issue(user)
  expect((await part.findByRole('alert')).textContent).toContain('no number was taken')
  const list = within(await part.findByRole('list', { name: 'A pro forma still needs:' }))
  const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Legal name of your company', '#/admin/shop#seller'],
    ['Street of the shop', '#/admin/shop'],
    ['Bank account', '#/admin/shop#bank'],
  ])
  expect(list.getByText('Buyer: in Latin letters').closest('a')).toBeNull()
  expect(part.getByText(/ask the buyer for a new request that includes them/)).toBeTruthy()
  await user.click(list.getByRole('link', { name: 'Bank account' }))
  await waitFor(() => expect(place()).toBe('/admin/shop#bank'))
})

test('what is missing is named also where the list of papers was refused', async () => {
  const { user } = await open({
    'GET /orders/o1/papers/': refusal(503, 'busy'),
    'POST /orders/o1/papers/': refusal(422, 'invalid-fields', [
      { path: 'loaded', rule: 'required', detail: 'is missing' },
    ]),
  })
  const part = await findPart()
  await issue(user, 'Make packing list')
  expect(await part.findByRole('list', { name: 'A packing list still needs:' })).toBeTruthy()
  expect(part.queryByText('No paper was made yet.')).toBeNull()
})

test('somebody without the right to the shop reads what is missing, without links', async () => {
  await open(
    { 'GET /orders/o1/papers/': { body: { papers: [], missing: { proforma: ['bank'], packing: [] } } } },
    { session: { ...admin, rights: ['orders'] } },
  )
  const part = await findPart()
  const list = within(await part.findByRole('list', { name: 'A pro forma still needs:' }))
  expect(list.getByText('Bank account')).toBeTruthy()
  expect(list.queryByRole('link')).toBeNull()
  expect(part.getByText(/A person with the right to the shop/)).toBeTruthy()
})

test('a removed order shows its papers and makes no more', async () => {
  const order = { ...accepted, sealed: '2026-06-16T10:00:00.000Z' }
  await open({ 'GET /orders/o1/papers/': { body: { papers: [paper('PF-2026-0001')], missing: nothing } } }, { order })
  const part = await findPart()
  expect(await part.findByText('PF-2026-0001', { exact: true })).toBeTruthy()
  expect(part.queryByRole('button', { name: 'Make pro forma' })).toBeNull()
})

test.each([
  ['buyers', { session: customer, order: accepted }],
  ['offers without an answer', { session: admin, order: orderWith(accepted.events.slice(0, 1) as never) }],
])('there is none for %s', async (_who, opened) => {
  const { server } = await open({}, opened)
  await screen.findByRole('list', { name: 'Thread' })
  expect(screen.queryByRole('region', { name: 'Papers' })).toBeNull()
  expect(server.callsTo('GET /orders/o1/papers/')).toEqual([])
})
