import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { orderReference } from '../../../../contract/fields.ts'
import type { Order } from '../../../../contract/orders.ts'
import { checkWishes, wishesOf } from '../../../../src/buy/wishes-part.tsx'
import { cartLineOf, getCart, putCartLine, setCartNote, setCartQuantity } from '../../../../src/db/cart.ts'
import { createDatabase, getValue } from '../../../../src/db/database.ts'
import { getDrafts, stashCartAsDraft, takeDraft } from '../../../../src/db/drafts.ts'
import { offline, refusal } from '../../../support/fake-server.ts'
import { fish } from '../../../support/fishes.ts'
import { eventOf, items, octopusFacts } from '../../../support/offer-samples.ts'
import { admin, customer, goOnWithoutAnswers, openAs, openShop } from '../../../support/open-shop.tsx'
import { readyToSend } from '../../../support/ready-to-send.ts'
import { orderWith } from '../../../support/some-orders.ts'

const send = 'POST /orders/add/'
const mine = 'GET /orders/myorders/'
const part = { name: 'For your quote (optional)' }

/** A device whose line has a note. */
async function withNote() {
  const device = await readyToSend()
  await setCartNote(device, fish()._id, ' glazed 10 % ')
  return device
}

const accepted = ({ headers }: { headers: Headers }) => {
  const _id = headers.get('idempotency-key') ?? ''
  return { status: 201, body: { data: { _id, reference: orderReference(_id) } } }
}

test('the wishes are collapsed at first, and are sent with the request', async () => {
  const device = await withNote()
  const { user, server, place, deps } = await openShop('/placeorder', {
    device,
    session: customer,
    answers: { [send]: accepted, [mine]: offline },
  })
  const button = await screen.findByRole('button', part)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('textbox', { name: 'Port or place' })).toBeNull()
  expect(screen.getByText('glazed 10 %')).toBeTruthy()
  await user.click(button)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Delivery term' }), 'FOB')
  await user.type(screen.getByRole('textbox', { name: 'Port or place' }), ' Dakar ')
  await user.type(screen.getByLabelText('Needed by'), '2099-12-24')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'XOF')
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Before Christmas')
  await user.click(screen.getByRole('button', { name: 'Send Order' }))
  await waitFor(() => expect(place()).toMatch(/^\/order\//))
  await waitFor(() => expect(server.callsTo('POST /orders/add/')).toHaveLength(1))
  expect(server.callsTo(send)[0]?.body).toMatchObject({
    orderItems: [{ fishe: fish()._id, qty: 3, note: 'glazed 10 %' }],
    wishes: { incoterm: 'FOB', place: 'Dakar', neededBy: '2099-12-24', currency: 'XOF', note: 'Before Christmas' },
  })
  expect(await getValue(deps.db, 'form:wishes')).toBeUndefined()
})

test('a day that is over is refused at its field, and goes nowhere until it is mended', async () => {
  const { user, server } = await openShop('/placeorder', {
    device: await withNote(),
    session: customer,
    answers: { [send]: accepted, [mine]: offline },
  })
  await user.click(await screen.findByRole('button', part))
  await user.type(screen.getByLabelText('Needed by'), '2020-02-01')
  // what is wrong comes into sight
  await user.click(screen.getByRole('button', part))
  await user.click(screen.getByRole('button', { name: 'Send Order' }))
  expect(screen.getByText('Please choose today or a later day')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Needed by'))
  expect(server.callsTo(send)).toEqual([])
  await user.clear(screen.getByLabelText('Needed by'))
  await user.click(screen.getByRole('button', { name: 'Send Order' }))
  await waitFor(() => expect(server.callsTo(send)).toHaveLength(1))
  expect(server.callsTo(send)[0]?.body).not.toHaveProperty('wishes')
})

test('invalid days, empty and blank fields are not wishes', () => {
  const none = { incoterm: '', place: ' ', neededBy: '', currency: '', note: '\n' }
  expect(wishesOf(none)).toBeUndefined()
  expect(checkWishes({ ...none, neededBy: '2026-11-22' }, '2026-11-22')).toEqual({})
  for (const neededBy of ['2026-02-30', '12026-02-01', 'soon'])
    expect(checkWishes({ ...none, neededBy }, '2026-11-22').neededBy).toBeTruthy()
})

test('wishes are open after a reload, and go into a draft and back with the lines', async () => {
  const device = await withNote()
  const first = await openShop('/placeorder', { device, session: customer })
  await first.user.click(await screen.findByRole('button', part))
  await first.user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ice, please')
  first.unmount()
  await openShop('/placeorder', { device, session: customer })
  expect(await screen.findByDisplayValue('Ice, please')).toBeTruthy()

  await stashCartAsDraft(device, { id: 'd1', name: 'Later', now: 1 })
  expect(await getValue(device, 'form:wishes')).toBeUndefined()
  expect(await getDrafts(device)).toMatchObject([
    { wishes: { note: 'Ice, please' }, lines: [{ note: ' glazed 10 % ' }] },
  ])
  await takeDraft(device, 'd1', { id: 'd2', name: 'Aside', now: 2 })
  expect(await getValue(device, 'form:wishes')).toMatchObject({ note: 'Ice, please' })
})

test('a refused request restores its wishes and notes with its lines', async () => {
  const { user, place, deps } = await openShop('/placeorder', {
    device: await withNote(),
    session: customer,
    answers: { [send]: refusal(422, 'invalid-fields', [{ path: 'orderItems.0.fishe', detail: 'Not sold.' }]) },
  })
  await user.click(await screen.findByRole('button', part))
  await user.type(await screen.findByRole('textbox', { name: 'Port or place' }), 'Vigo')
  await user.click(screen.getByRole('button', { name: 'Send Order' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not sold.')
  expect(screen.getAllByText('Needs your attention').length).toBeGreaterThan(0)
  await user.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  await waitFor(() => expect(place()).toBe('/cart'))
  expect(await getCart(deps.db)).toMatchObject([{ fishe: fish()._id, qty: 3 }])
  expect(await deps.db.outbox.count()).toBe(0)
  expect(await getValue(deps.db, 'form:wishes')).toEqual({ place: 'Vigo' })
  expect(await screen.findByDisplayValue('glazed 10 %', { normalizer: (text) => text.trim() })).toBeTruthy()
})

test('a note on a cart line is saved as it is typed, and survives other changes of the line', async () => {
  const device = createDatabase('line-note')
  await putCartLine(device, cartLineOf(fish(), 3, 1))
  const { user } = await openShop('/cart', { device, session: customer })
  await user.type(await screen.findByRole('textbox', { name: /^Note on / }), 'heads off')
  await waitFor(async () => expect(await getCart(device)).toMatchObject([{ note: 'heads off', qty: 3 }]))
  await setCartQuantity(device, fish()._id, 5)
  await putCartLine(device, cartLineOf(fish(), 7, 2))
  expect(await getCart(device)).toMatchObject([{ note: 'heads off', qty: 7 }])
  await setCartNote(device, fish()._id, '')
  expect((await getCart(device))[0]).not.toHaveProperty('note')
})

const offered = orderWith([], { orderItems: items, state: 'offered', version: 1, events: [eventOf(1, 'offer')] })

const answers = (order: Order) => ({
  'GET /orders/o1/': { body: { data: order } },
  'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
})

test('the sheet, the offer and the printed offer say which size, packing and so on were asked for', async () => {
  const { user } = await openAs(customer, '/order/o1', answers(offered))
  const sheet = within(await screen.findByRole('article'))
  expect(sheet.getByText(octopusFacts)).toBeTruthy()
  const offer = within(screen.getByRole('table', { name: 'Prices of this offer' }))
  expect(offer.getByText(octopusFacts)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Print offer' }))
  // the third one is on the paper, whose code comes later
  await waitFor(() => expect(screen.getAllByText(octopusFacts)).toHaveLength(3))
})

test('the offer form says it too, and its fields tell two sizes of one product apart', async () => {
  const [octopus, grouper] = items
  if (!octopus || !grouper) throw new Error('There are two items')
  const small = { ...grouper, name: octopus.name, size: 'T8' }
  const asked = orderWith([], { orderItems: [octopus, small] })
  const { user } = await openAs(admin, '/order/o1', answers(asked))
  await user.click(await screen.findByRole('button', { name: 'Make an offer' }))
  const form = within(await screen.findByRole('form', { name: 'Make an offer' }))
  expect(form.getByText(octopusFacts)).toBeTruthy()
  expect(form.getByLabelText(`Price per tonne of Common octopus (${octopusFacts})`)).toBeTruthy()
  expect(form.getByLabelText('Quantity of Common octopus (T8)')).toBeTruthy()
})

test('a request that is not sent yet says what the saved product said', async () => {
  const shop = await openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: { 'POST /orders/add/': offline, 'GET /orders/myorders/': offline },
  })
  expect(await screen.findByText(octopusFacts)).toBeTruthy()
  goOnWithoutAnswers(shop)
  await shop.user.click(screen.getByRole('button', { name: 'Send Order' }))
  const sheet = within(await screen.findByRole('article'))
  expect(sheet.getByText(octopusFacts)).toBeTruthy()
})
