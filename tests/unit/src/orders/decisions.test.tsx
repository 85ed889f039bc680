import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pullOwnOrders } from '../../../../src/sync/order-feed.ts'
import { offline, refusal } from '../../../support/fake-server.ts'
import { eventOf, fullOffer, orderOf, shopWith } from '../../../support/offer-samples.ts'
import { admin, customer, openAs, type openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

const say = 'POST /orders/o1/events/'
const past = { validUntil: '2026-11-05', expiresAt: '2026-11-06T00:00:00.000Z' }
const offered = orderOf(eventOf(1, 'offer', { offer: fullOffer() }))
const expired = {
  ...orderOf(eventOf(1, 'offer', { offer: fullOffer(past) })),
  state: 'expired' as const,
}

/** A server that takes every event. */
function shopThatTakes(order: typeof offered) {
  const { answers } = shopWith(order)
  return { ...answers, [say]: () => ({ status: 201, body: { data: order } }) }
}

async function press(user: Awaited<ReturnType<typeof openShop>>['user'], role: 'dialog' | 'alertdialog', name: string) {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole(role))
  if (name === 'Turn down') await user.type(dialog.getByRole('textbox'), 'No octopus')
  await user.click(dialog.getByRole('button', { name }))
}

/** The focus is on a sentence about what has just happened, in the card on top, not lost with the pressed button. */
const toldAs = (sentence: string) =>
  waitFor(() => {
    expect(document.activeElement?.textContent).toBe(sentence)
    expect(screen.getByRole('region', { name: 'Now' }).contains(document.activeElement)).toBe(true)
  })

const saved =
  'It is saved on this device and will be sent by itself as soon as there is a connection. In this browser it is sent only while the shop is open.'

test.each(
  oneInTurn([
    ['accepting', 'alertdialog', 'Accept offer', 'Accepted, €6,775.50. The shop has it.'],
    ['declining', 'dialog', 'Decline', 'Declined. The shop has your answer.'],
    ['cancelling', 'alertdialog', 'Cancel request', 'The request is cancelled. The shop knows it.'],
  ] as const),
)('after %s the focus is on what became of it', async (_what, role, name, sentence) => {
  const { user } = await openAs(customer, '/order/o1', shopThatTakes(offered))
  await press(user, role, name)
  await toldAs(sentence)
})

test.each(
  oneInTurn([
    ['declining', 'dialog', 'Decline'],
    ['cancelling', 'alertdialog', 'Cancel request'],
  ] as const),
)('after %s without a connection the focus is on where the answer is', async (_what, role, name) => {
  const { user } = await openAs(customer, '/order/o1', shopWith(offered).answers)
  await press(user, role, name)
  await toldAs(saved)
})

test.each(
  oneInTurn([
    ['withdrawing', 'alertdialog', 'Withdraw offer', 'The offer is withdrawn. The buyer can see it.'],
    ['turning down', 'dialog', 'Turn down', 'The request is turned down. The buyer can see it.'],
  ] as const),
)('after %s the focus is on what became of it, at the desk', async (_what, role, name, sentence) => {
  const { user } = await openAs(admin, '/order/o1', shopThatTakes(offered))
  await press(user, role, name)
  await toldAs(sentence)
})

test('after asking for an expired offer again the focus is on what became of it', { tags: '@long' }, async () => {
  const { user } = await openAs(customer, '/order/o1', shopThatTakes(expired))
  await user.click(await screen.findByRole('button', { name: 'Ask to renew it' }))
  await toldAs('We have your question.')
  expect(screen.queryByRole('button', { name: 'Ask to renew it' })).toBeNull()
})

test('an answer that the shop refuses is not called sent', async () => {
  const answers = {
    ...shopWith(offered).answers,
    [say]: refusal(409, 'offer-expired'),
  }
  const { user } = await openAs(customer, '/order/o1', answers)
  await press(user, 'alertdialog', 'Accept offer')
  await toldAs('The shop did not accept it. Please see the notice on this page.')
  expect(screen.queryByText(/The shop has it/)).toBeNull()
})

const card = () => screen.getByRole('region', { name: 'Now' })
const sentOffer = 'The offer is sent. The buyer can see it.'
// the form takes at most a year
const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const first = eventOf(1, 'offer', { offer: fullOffer({ validUntil: soon }) })

async function revise(answers: ReturnType<typeof shopWith>['answers']) {
  const opened = await openAs(admin, '/order/o1', answers)
  await opened.user.click(await screen.findByRole('button', { name: 'Revise offer' }))
  await opened.user.click(await screen.findByRole('button', { name: 'Send offer' }))
  return opened
}

/** A second offer that the shop has taken, and how the order goes on. */
async function sendSecond() {
  const { answers, state } = shopWith(orderOf(first))
  const { deps } = await revise({ ...answers, [say]: () => ({ status: 201, body: { data: state.order } }) })
  await toldAs(sentOffer)
  const [row] = await deps.db.outbox.toArray()
  const mine = { ...first, seq: 2, ...(row && { _id: row.id }) }
  const goOn = async (order: typeof state.order) => {
    state.order = order
    await pullOwnOrders(deps)
  }
  return { mine, goOn }
}

test('a sentence about what was done goes when the other side has answered it; the focus stays', {
  tags: '@long',
}, async () => {
  const { mine, goOn } = await sendSecond()
  await goOn(orderOf(first, mine))
  expect(await screen.findByText(/can accept offer 2/)).toBeTruthy()
  expect(card().textContent).toContain(sentOffer)
  await goOn({ ...orderOf(first, mine, eventOf(3, 'accept', { offer: mine._id })), state: 'accepted' })
  expect(await screen.findByText(/accepted offer 2/)).toBeTruthy()
  await waitFor(() => expect(card().textContent).not.toContain(sentOffer))
  expect(card().contains(document.activeElement)).toBe(true)
})

test('an offer that is taken back is not called sent', { tags: '@long' }, async () => {
  const saved = 'The offer is saved on this device. Until it is sent you can change it.'
  const { deps } = await revise(shopWith(orderOf(first)).answers)
  await toldAs(saved)
  const [row] = await deps.db.outbox.toArray()
  // as another tab does
  await deps.db.outbox.delete(row?.id ?? '')
  await waitFor(() => expect(card().textContent).not.toContain(saved))
  expect(screen.queryByText(sentOffer)).toBeNull()
  expect(card().contains(document.activeElement)).toBe(true)
})

test('an acceptance that waits, also behind a message, is said once, on top, with the day of its offer; the state stays', async () => {
  const once = /^Your acceptance is saved on this device\./
  const { state, answers } = shopWith(offered)
  const { user, history, deps } = await openAs(customer, '/order/o1', answers)
  await user.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText(saved)).toBeTruthy()
  await press(user, 'alertdialog', 'Accept offer')
  await toldAs('Your acceptance is saved on this device. It counts only if it reaches us by 30 Nov 2099.')
  expect(screen.getAllByText(once)).toHaveLength(1)
  expect(await within(card()).findByRole('button', { name: 'Send now' })).toBeTruthy()
  expect(screen.getAllByText('Offer received').length).toBeGreaterThan(0)
  const entry = within(screen.getByRole('list', { name: 'Thread' }))
    .getByText('Offer 1 accepted')
    .closest('li')
  expect(entry?.textContent).toContain('not sent yet')
  for (const name of ['Accept offer', 'Decline', 'Cancel request'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  state.order = orderOf(...offered.events, eventOf(2, 'offer', { offer: fullOffer({ validUntil: '2099-12-24' }) }))
  await pullOwnOrders(deps)
  expect(await screen.findByText(/^Offer 2: /)).toBeTruthy()
  // not there while a try is under way
  for (const sentence of await screen.findAllByText(once)) expect(sentence.textContent).toContain('30 Nov 2099')
  act(() => history.push('/Order'))
  await waitFor(() => expect(screen.queryByText(once)).toBeNull())
  act(() => history.push('/order/o1'))
  expect((await screen.findByText(once)).closest('[aria-labelledby=deal]')).toBeTruthy()
})

test('what was said from right to left does not turn what stands beside it', async () => {
  const said = { text: 'هل السعر 1,700؟', by: { name: 'شركة المحيط', side: 'shop' } } as const
  const { answers } = shopWith(orderOf(eventOf(1, 'message', said)))
  await openAs(customer, '/order/o1', answers)
  await screen.findByRole('region', { name: 'Now' })
  await waitFor(() => {
    const apart = [...card().querySelectorAll('bdi')].map(({ textContent }) => textContent)
    expect(apart).toEqual([`“${said.text}”`, said.by.name])
  })
  expect(card().textContent).toContain(`“${said.text}” · ${said.by.name} · `)
})

test('a message on its way is not called saved on this device; one that did not get through is', {
  tags: '@long',
}, async () => {
  let cut = () => {}
  let tries = 0
  const held = new Promise<void>((resolve) => (cut = resolve))
  const answers = {
    ...shopWith(offered).answers,
    [say]: async () => {
      tries += 1
      if (tries === 1) await held
      return offline()
    },
  }
  const { user, server } = await openAs(customer, '/order/o1', answers)
  await user.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(server.callsTo(say)).toHaveLength(1))
  await screen.findByText('not sent yet')
  expect(screen.queryByText(saved)).toBeNull()
  cut()
  expect(await screen.findByText(saved)).toBeTruthy()
})

/** A buyer's message that waits on the device; `set` changes its entry, as the sender does. */
async function withWaitingMessage() {
  const { answers, state } = shopWith(offered)
  const opened = await openAs(customer, '/order/o1', { ...answers, [say]: () => offline() })
  const { user, deps, stopSending } = opened
  await user.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText(saved)
  // no try changes the entry while the test does
  await stopSending()
  const rows = await deps.db.outbox.toArray()
  const id = rows[0]?.id ?? ''
  const set = async (text: string, row: object) => {
    await deps.db.outbox.update(id, { ...row, 'payload.body.text': text, nextAt: Date.now() + 3_600_000 })
    await screen.findByText(text)
  }
  await set('Not sent yet', { state: 'queued', attempts: 1, unsent: 1 })
  return { ...opened, id, state, set }
}

test('the focus stays on a button of what waits while a try fails to leave the device', { tags: '@long' }, async () => {
  const { set } = await withWaitingMessage()
  const edit = await screen.findByRole('button', { name: 'Edit' })
  edit.focus()
  await set('Being tried', { state: 'sending', attempts: 2 })
  expect(document.activeElement).toBe(edit)
  await set('Tried', { state: 'queued', unsent: 2 })
  expect(document.activeElement).toBe(edit)
})

test('what is typed into a waiting message stays when the message is sent meanwhile', { tags: '@long' }, async () => {
  const { user, deps, id, state } = await withWaitingMessage()
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const field = within(await screen.findByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox')
  await user.type(field, ' and ice')
  const sent = eventOf(2, 'message', { text: 'Not sent yet', by: { name: 'Awa Diop', side: 'buyer' } })
  state.order = { ...orderOf(...offered.events, { ...sent, _id: id }), state: 'offered' }
  await deps.db.outbox.delete(id)
  await pullOwnOrders(deps)
  await waitFor(() => expect(screen.queryByText('not sent yet')).toBeNull())
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('can no longer be changed')
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Not sent yet and ice')
})

test('an offer that has expired is not announced as new, and cannot be accepted', async () => {
  await openAs(customer, '/order/o1', shopWith(expired).answers)
  expect(await screen.findByText('This offer has expired.')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Now' }).textContent).toContain('The validity of offer 1 ended on')
  expect(screen.queryByText(/can be accepted/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Accept offer' })).toBeNull()
})

test.each(
  oneInTurn([
    ['an offer', fullOffer(), 'New offer from Quayside sales', 1],
    ['an offer whose validity is over', fullOffer(past), 'News from Quayside sales', 0],
  ]),
)('%s that arrives while the request is open is announced as what it is', async (_what, offer, words, marks) => {
  const { answers, state } = shopWith(orderOf())
  const { deps } = await openAs(customer, '/order/o1', answers)
  await screen.findByRole('button', { name: 'Cancel request' })
  // a first pull has no clock of the server yet
  await pullOwnOrders(deps)
  state.order = orderOf(eventOf(1, 'offer', { offer }))
  await pullOwnOrders(deps)
  const sheet = within(await screen.findByRole('region', { name: 'Our offer' }))
  expect((await screen.findByText(words)).closest('[role=status]')).toBeTruthy()
  expect(sheet.queryAllByText('New')).toHaveLength(marks)
})

test('validity goes by the server’s clock: a device that is years ahead can accept, one that is behind cannot', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  // the server says that it is another time than on this device
  const at = (days: number) => ({ date: new Date(Date.now() + days * 86_400_000).toUTCString() })
  const validFor = (days: number) => {
    const offer = fullOffer({ validUntil: day(days), expiresAt: `${day(days + 1)}T00:00:00Z` })
    return orderOf(eventOf(1, 'offer', { offer }))
  }
  const open = async (days: number, server: number) => {
    const order = validFor(days)
    const body = { changed: [order], deleted: [], next: 'c', more: false }
    const changes = { 'GET /orders/changes/': { body, headers: at(server) } }
    return openAs(customer, '/order/o1', { ...shopWith(order).answers, ...changes })
  }
  const ahead = await open(-10, -14)
  expect(await screen.findByRole('button', { name: 'Accept offer' })).toBeTruthy()
  expect(await screen.findByText('valid for 4 more days')).toBeTruthy()
  ahead.unmount()
  await open(10, 14)
  expect(await screen.findByText('This offer has expired.')).toBeTruthy()
})

test('what is typed while the message before is being saved survives', { tags: '@long' }, async () => {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
  const { user, deps } = await openAs(customer, '/order/o1', shopThatTakes(offered))
  const { enqueue } = deps.sync
  deps.sync.enqueue = async (...entry) => {
    await gate
    return enqueue(...entry)
  }
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Write a message',
  })
  await user.type(field, 'Is ice included?')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await user.clear(field)
  await user.type(field, 'And boxes?')
  answer()
  await waitFor(async () => expect(await deps.db.outbox.count()).toBe(1))
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(async () => expect(await deps.db.outbox.count()).toBe(2))
  const said = (await deps.db.outbox.toArray()).map(({ payload }) => payload.body)
  expect(said).toEqual([
    { kind: 'message', text: 'Is ice included?' },
    { kind: 'message', text: 'And boxes?' },
  ])
})

test('an answer that the device could not save says so, and nothing is sent', async () => {
  const { answers } = shopWith(offered)
  const { user, deps, server } = await openAs(customer, '/order/o1', answers)
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  vi.spyOn(deps.db.outbox, 'bulkPut').mockRejectedValue(full)
  await press(user, 'dialog', 'Decline')
  expect(await screen.findByText(/^This could not be saved: the device has no room/)).toBeTruthy()
  expect(server.callsTo(say)).toEqual([])
})
