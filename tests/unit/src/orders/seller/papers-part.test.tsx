import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Paper } from '../../../../../contract/papers/papers.ts'
import { headers as names } from '../../../../../contract/service.ts'
import type { Session } from '../../../../../src/db/rows.ts'
import { noteConnection } from '../../../../../src/sync/connection.ts'
import { offline, refusal, type Saying } from '../../../../support/fake-server.ts'
import { admin, customer, openAs } from '../../../../support/open-shop.tsx'
import { savedFiles } from '../../../../support/saved-files.ts'
import { offer, orderWith } from '../../../../support/some-orders.ts'

const accepted = orderWith([
  { kind: 'offer', side: 'shop', offer: offer({ validUntil: '2099-12-24' }) },
  { kind: 'accept', side: 'buyer', offer: 'e1' },
])
const nothing = { proforma: [], packing: [], invoice: [], credit: [], 'data-sheet': [] }
const paper = (number: string, replaces?: string): Paper => ({
  ...{ _id: `p-${number}`, kind: 'proforma', number, file: `f-${number}`, at: '2026-06-16T10:00:00.000Z' },
  ...(replaces && { replaces }),
})

async function open(answers: Record<string, Saying>, { session = admin, order = accepted }: Opened = {}) {
  const shop = await openAs(session, '/order/o1', {
    'GET /orders/o1/': { body: { data: order } },
    'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
    'GET /orders/o1/papers/': { body: { papers: [], missing: nothing } },
    'POST /orders/o1/papers/preview/': { headers: { 'content-type': 'application/pdf' } },
    ...answers,
  })
  savedFiles()
  vi.stubGlobal('fetch', shop.server.fetch)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return shop
}
interface Opened {
  session?: Session
  order?: typeof accepted
}

type User = Awaited<ReturnType<typeof open>>['user']

/** Asks for a paper as it would be now. */
async function preview(user: User, name = 'Pro forma') {
  const part = await findPart()
  await user.selectOptions(part.getByRole('combobox', { name: 'Paper' }), name)
  await user.click(part.getByRole('button', { name: 'Preview' }))
}

/** A paper is made in two steps: seen, then issued. */
async function issue(user: User, name?: string) {
  await preview(user, name)
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
  expect(calls.map(({ body }) => body)).toEqual(Array(3).fill({ kind: 'proforma', language: 'both' }))
  const [lost, again, next] = calls.map(({ headers }) => headers.get(names.key))
  expect(again).toBe(lost)
  expect(next).not.toBe(again)
})

test('a preview is the PDF in the chosen language, and takes no number; without a connection the button says so', async () => {
  const { user, server } = await open({}, { order: { ...accepted, language: 'es' } })
  const part = await findPart()
  await user.selectOptions(part.getByRole('combobox', { name: 'Language' }), 'English')
  await preview(user)
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview: Pro forma' }))
  expect((await dialog.findByTitle('Pro forma')).getAttribute('src')).toMatch(/^blob:/)
  const link = dialog.getByRole('link', { name: 'Open the draft in a new tab' })
  expect(link.getAttribute('target')).toBe('_blank')
  const [asked] = server.callsTo('POST /orders/o1/papers/preview/')
  expect(asked?.body).toEqual({ kind: 'proforma', language: 'en' })
  await user.click(dialog.getByRole('button', { name: 'Not yet' }))
  expect(await part.findByText('No paper was made yet.')).toBeTruthy()
  onTestFinished(() => noteConnection(true))
  act(() => noteConnection(false))
  expect(await part.findByText(/Making a paper needs a connection to the shop/)).toBeTruthy()
  const button = part.getByRole('button', { name: 'Preview' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(server.callsTo('POST /orders/o1/papers/preview/')).toHaveLength(1)
  expect(server.callsTo('POST /orders/o1/papers/')).toEqual([])
})

test('a credit note is asked for with the claim that was settled, and a lot without its data leads to the book', async () => {
  const claims = [
    { _id: 'c1', credit: 0 },
    { _id: 'c2', credit: 1850 },
  ]
  const shipment = { step: 'received' as const, done: [], loaded: [], claims }
  const missing = { ...nothing, 'data-sheet': ['lots.L-1'] }
  const { user, server } = await open(
    { 'GET /orders/o1/papers/': { body: { papers: [], missing } } },
    { order: { ...accepted, shipment } },
  )
  await issue(user, 'Credit note')
  await waitFor(() => expect(server.callsTo('POST /orders/o1/papers/')).toHaveLength(1))
  expect(server.callsTo('POST /orders/o1/papers/')[0]?.body).toEqual({ kind: 'credit', language: 'both', claim: 'c2' })
  const part = await findPart()
  await user.selectOptions(part.getByRole('combobox', { name: 'Paper' }), 'Data sheet for certificates')
  const list = within(await part.findByRole('list', { name: 'A data sheet still needs:' }))
  expect(list.getByRole('link', { name: /^Lot L-1/ }).getAttribute('href')).toBe('#/admin/lots')
})

test('an issued paper that no longer says what is loaded asks for a new one, unless there is one', async () => {
  const isOutdated = true
  const papers = [
    { ...paper('PF-2026-0003'), isOutdated },
    paper('PF-2026-0002', 'PF-2026-0001'),
    { ...paper('PF-2026-0001'), isOutdated },
  ]
  await open({ 'GET /orders/o1/papers/': { body: { papers, missing: nothing } } })
  const part = await findPart()
  expect(await part.findAllByText(/issue a new one/)).toHaveLength(1)
})

test('what is missing is a list with the ways to where it is filled in, or what the buyer can do', async () => {
  const missing = ['seller.legalName', 'shop.street', 'bank', 'buyer.letters', 'of-a-later-version']
  const errors = missing.map((path) => ({ path, rule: 'required' as const, detail: 'is missing' }))
  const { user, place } = await open({
    'GET /orders/o1/papers/': { body: { papers: [], missing: { ...nothing, packing: ['loaded'] } } },
    'POST /orders/o1/papers/preview/': refusal(422, 'invalid-fields', errors),
  })
  const part = await findPart()
  await user.selectOptions(await part.findByRole('combobox', { name: 'Paper' }), 'Packing list')
  const packing = within(await part.findByRole('list', { name: 'A packing list still needs:' }))
  await user.click(packing.getByRole('button', { name: 'What was loaded, as a step of the shipment' }))
  expect(part.queryByRole('list', { name: 'A pro forma still needs:' })).toBeNull()
  await preview(user)
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
    'POST /orders/o1/papers/preview/': refusal(422, 'invalid-fields', [
      { path: 'loaded', rule: 'required', detail: 'is missing' },
    ]),
  })
  const part = await findPart()
  await preview(user, 'Packing list')
  expect(await part.findByRole('list', { name: 'A packing list still needs:' })).toBeTruthy()
  expect(part.queryByText('No paper was made yet.')).toBeNull()
})

test('somebody without the right to the shop reads what is missing, without links', async () => {
  await open(
    { 'GET /orders/o1/papers/': { body: { papers: [], missing: { ...nothing, proforma: ['bank'] } } } },
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
  expect(part.queryByRole('button', { name: 'Preview' })).toBeNull()
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
