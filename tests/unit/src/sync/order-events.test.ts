// @vitest-environment node

import { expect, test } from 'vitest'
import type { OrderEventInput } from '../../../../contract/order-events.ts'
import { problemType } from '../../../../contract/problem.ts'
import { getValue } from '../../../../src/db/database.ts'
import { putChosen } from '../../../../src/db/files.ts'
import { saveOrders } from '../../../../src/db/order-store.ts'
import { findOrderView, getWaitingEvents } from '../../../../src/db/read-orders.ts'
import { enqueueEvent, enqueueOrder } from '../../../support/entries.ts'
import {
  accepted,
  ann,
  bench,
  blobOf,
  bo,
  drain,
  order,
  ours,
  refused,
  type Sent,
} from '../../../support/outbox-bench.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'

const thread = orderWith([{ kind: 'offer', offer: offer(), side: 'shop' }])
const newer = orderWith([
  { kind: 'offer', offer: offer(), side: 'shop' },
  { kind: 'offer', offer: offer({ lines: [{ fishe: 'hake', qty: 2, price: 200_000 }] }), side: 'shop' },
])
const event = (id: string, body: OrderEventInput, of = 'o1', session = ann) => ({
  ...{ id, order: of, reference: 'Q-0001-0001', body, session },
})
const say = (id: string, of = 'o1') => event(id, { kind: 'message', text: id }, of)
const tookIt = (sent: Sent, now: object = newer) => ours(sent, 201, { data: now })

/** A device that has the order, with a network that can be cut. */
async function device(answer: (sent: Sent) => Response | Promise<Response>) {
  let isAway = true
  const all = bench((sent) => {
    if (isAway) throw new TypeError('Failed to fetch')
    return answer(sent)
  })
  await all.login(ann)
  await saveOrders(all.db, { userId: 'ann', key: 'order:o1' }, { body: [thread], at: 1 })
  const reader = { userId: 'ann', side: 'buyer' } as const
  return {
    ...all,
    view: async (id = 'o1') => findOrderView(all.db, id, reader),
    waiting: async () => (await getWaitingEvents(all.db, 'ann')).map(({ id, state }) => `${id} ${state}`),
    comeBack: async () => {
      isAway = false
      return drain(all.sync, 'all')
    },
  }
}

test('an event made offline is shown as waiting, and the state stays the server’s until it has answered', async () => {
  const { sync, sent, view, waiting, comeBack } = await device((one) => tookIt(one, { ...newer, state: 'accepted' }))
  await enqueueEvent(sync, event('k1', { kind: 'accept', offer: 'e1' }))
  await drain(sync, 'all')
  expect(await view()).toMatchObject({ state: 'offered', waiting: [{ id: 'k1', state: 'queued' }] })
  await comeBack()
  expect(sent.at(-1)).toMatchObject({ path: '/api/orders/o1/events/', key: 'k1', token: 'Bearer ann-1' })
  expect(sent.at(-1)?.body).toEqual({ kind: 'accept', offer: 'e1' })
  // the proof of delivery carries the order
  expect(await view()).toMatchObject({ order: { version: 2 }, waiting: [] })
  expect(await waiting()).toEqual([])
})

test('a waiting event is shown only on its own request', async () => {
  const { sync, view } = await device((one) => tookIt(one))
  await enqueueEvent(sync, say('k1', 'o2'))
  await enqueueEvent(sync, say('k2'))
  expect((await view())?.waiting.map(({ id }) => id)).toEqual(['k2'])
})

test('a refused event of another user of the device blocks no entries', async () => {
  const { sync, login, waiting, comeBack } = await device((one) => (one.key === 'b1' ? refused(one) : tookIt(one)))
  await enqueueEvent(sync, event('b1', { kind: 'close', after: 0, note: 'Sold' }, 'o1', bo))
  await login(bo)
  await comeBack()
  await login(ann)
  await enqueueEvent(sync, say('k1'))
  await drain(sync)
  expect(await waiting()).toEqual([])
})

test('an event waits for its order, also a refused one, and follows it to a new id', async () => {
  let isTaken = true
  const { sync, db, sent, comeBack } = await device((one) => {
    if (one.key === 'bad') return refused(one)
    if (one.key === 'new' && isTaken) {
      isTaken = false
      return ours(one, 409, { type: problemType('reference-taken'), detail: '' })
    }
    return accepted(one)
  })
  await enqueueOrder(sync, order('bad'))
  await enqueueEvent(sync, say('k1', 'bad'))
  await enqueueOrder(sync, order('new'))
  await enqueueEvent(sync, say('k2', 'new'))
  await comeBack()
  await drain(sync, 'all')
  const renamed = (await db.outbox.toArray()).find(({ from }) => from === 'new')?.id
  expect(renamed).toBeDefined()
  // a screen that still has the old id
  await enqueueEvent(sync, say('k3', 'new'))
  await drain(sync, 'all')
  expect(sent.filter(({ key }) => ['k1', 'k2', 'k3'].includes(key ?? '')).map(({ path }) => path)).toEqual([
    `/api/orders/${renamed}/events/`,
    `/api/orders/${renamed}/events/`,
  ])
})

test('with a server that answers only the id, the request stays as it was written', async () => {
  const { sync, db, comeBack } = await device(accepted)
  await enqueueOrder(sync, order('new-1'))
  await comeBack()
  expect(await db.outbox.toArray()).toMatchObject([{ id: 'new-1', state: 'done' }])
  expect((await db.orders.toArray()).map(({ _id }) => _id)).toEqual(['o1'])
})

test('a deleted order is not restored by a late answer', async () => {
  const all = await device(tookIt)
  await enqueueEvent(all.sync, say('k1'))
  await all.db.orders.clear()
  await all.comeBack()
  expect([await all.db.orders.count(), await all.waiting()]).toEqual([0, []])
})

const stashed = { id: 'd', name: 'Cart', now: 1 }

test('messages on a refused order are removed with it, and added to its note when it is edited', async () => {
  const { sync, db, comeBack } = await device(refused)
  for (const id of ['new-1', 'new-2']) {
    const { body, ...rest } = order(id)
    await enqueueOrder(sync, { ...rest, body: { ...body, wishes: { note: 'By air' } } })
    await enqueueEvent(sync, event(`message-${id}`, { kind: 'message', text: `about ${id}` }, id))
  }
  await comeBack()
  expect(await sync.discard('new-1')).toBe(true)
  expect((await db.outbox.toArray()).map(({ id }) => id).sort()).toEqual(['message-new-2', 'new-2'])
  await sync.editAgain('new-2', stashed)
  expect(await db.outbox.count()).toBe(0)
  expect(await getValue(db, 'form:wishes')).toEqual({ note: 'By air\n\nabout new-2' })
})

test.each(['discard', 'edit again', 'log out'])(
  'the files of a request that is given up leave the device (%s)',
  async (way) => {
    const { db, sync } = await device(accepted)
    await enqueueOrder(sync, order('new'))
    const paper = { name: 'a.pdf', type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) }
    for (const [id, of] of [
      ['f1', 'new'],
      ['f2', 'o1'],
    ] as const)
      await putChosen(db, { file: { ...paper, _id: id, blob: blobOf('%PDF') }, userId: 'ann', order: of, at: 1 })
    await enqueueEvent(sync, event('k1', { kind: 'message', text: '', files: [{ ...paper, _id: 'f1' }] }, 'new'))
    if (way === 'discard') expect(await sync.discard('new')).toBe(true)
    else if (way === 'edit again') expect(await sync.editAgain('new', stashed)).toBe(true)
    else await sync.discardAllOf('ann')
    expect((await db.files.toArray()).map((file) => file._id)).toEqual(['f2'])
  },
)
