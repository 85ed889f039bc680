// @vitest-environment node

import { expect, test } from 'vitest'
import type { OrderEventInput } from '../../../../contract/order-events.ts'
import { enqueueEvent } from '../../../support/entries.ts'
import { ann, bench, drain, ours, type Sent } from '../../../support/outbox-bench.ts'
import { offerInput, orderWith } from '../../../support/some-orders.ts'

const event = (id: string, body: OrderEventInput) => ({ id, order: 'o1', reference: 'Q', body, session: ann })
const made = (id: string, price: number, after = 0) =>
  event(id, { kind: 'offer', after, offer: offerInput({ lines: [{ fishe: 'hake', qty: 2, price }] }) })
const say = (id: string) => event(id, { kind: 'message', text: id })
const threadOf = (...ids: string[]) => {
  const said = ids.map(
    (_id) => ({ _id, kind: 'message', text: _id, side: _id === 'buyer' ? 'buyer' : 'shop' }) as const,
  )
  return orderWith(said)
}

type Answer = (sent: Sent) => Response | 'lost'

/** A device whose network can be cut, before or after a request has reached the server. */
async function device(answer: Answer) {
  const state = { isAway: true, isCut: false, answer }
  const all = bench(
    (sent) => {
      const response = state.isAway ? 'lost' : sent.path === '/api/health/' ? ours(sent, 200, {}) : state.answer(sent)
      if (response === 'lost') throw new TypeError('Failed to fetch')
      return response
    },
    { mayBeAway: () => state.isAway },
  )
  await all.login(ann)
  const events = () => all.sent.filter(({ path }) => path.includes('/events/'))
  return { ...all, state, events, rows: () => all.db.outbox.orderBy('seq').toArray() }
}
const taken = (...ids: string[]) => ({
  answer: (sent: Sent) => ours(sent, 201, { data: threadOf(...ids.slice(0, ids.indexOf(sent.key ?? '') + 1)) }),
})

test('what never left the device can be changed and taken back, however often it was tried', async () => {
  const { sync, rows, events, state } = await device(taken('k2').answer)
  await enqueueEvent(sync, say('k1'))
  for (let tries = 0; tries < 3; tries++) await drain(sync, 'all')
  expect(events()).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 3, unsent: 3 }])
  await sync.replaceEvent({ id: 'k1', newId: 'k2', body: { kind: 'message', text: 'Better words' } })
  await enqueueEvent(sync, say('k3'))
  expect(await sync.discard('k3')).toBe(true)
  state.isAway = false
  await drain(sync, 'all')
  expect(events().map(({ key, body }) => [key, body])).toEqual([['k2', { kind: 'message', text: 'Better words' }]])
})

test('an offer that may have arrived is superseded by its correction, which names it; the message behind it comes after', async () => {
  const { sync, rows, events, state } = await device(() => 'lost')
  state.isAway = false
  await enqueueEvent(sync, made('k1', 100))
  await enqueueEvent(sync, say('k2'))
  await drain(sync, 'all')
  expect(await rows()).toMatchObject([{ id: 'k1', attempts: 1 }, { id: 'k2' }])
  await enqueueEvent(sync, made('k3', 200))
  await enqueueEvent(sync, made('k4', 300))
  expect(await sync.discard('k4')).toBe(false)
  state.answer = taken('k1', 'k4', 'k2').answer
  await drain(sync, 'all')
  // k3 has never left the device
  expect(events().map(({ key, body }) => [key, Object(body).replaces])).toEqual([
    ['k1', undefined],
    ['k4', ['k1']],
    ['k2', undefined],
  ])
  expect((await rows()).map(({ state: now }) => now)).toEqual(['done', 'done'])
})

test('of two offers, one made while the other was being sent, only the newer waits on', async () => {
  const all = await device(() => 'lost')
  all.state.isAway = false
  await enqueueEvent(all.sync, made('k1', 100))
  await drain(all.sync, 'all')
  await all.db.outbox.update('k1', { state: 'sending' })
  await enqueueEvent(all.sync, made('k2', 200))
  expect(await all.db.outbox.count()).toBe(2)
  await drain(all.sync, 'all')
  expect(await all.rows()).toMatchObject([{ id: 'k2', seq: 1, instead: ['k1'] }])
})
