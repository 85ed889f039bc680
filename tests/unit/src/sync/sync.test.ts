// @vitest-environment node

import { expect, test, vi } from 'vitest'
import { getCart, putCartLine, updateCartProduct } from '../../../../src/db/cart.ts'
import { getDrafts } from '../../../../src/db/drafts.ts'
import { enqueueOrder } from '../../../support/entries.ts'
import { fish } from '../../../support/fishes.ts'
import { accepted, ann, bench, drain, line, order, ours, refused, type Sent } from '../../../support/outbox-bench.ts'

test('Send saves the order and empties the cart in one step; the shop gets it once, under its own id', async () => {
  const { db, sync, sent, login } = bench(accepted)
  await login(ann)
  await putCartLine(db, line)
  const id = (await sync.cartOrder()).id
  await Promise.all([enqueueOrder(sync, order(id)), enqueueOrder(sync, order(id))])
  expect([await getCart(db), await db.outbox.count()]).toEqual([[], 1])
  expect((await sync.cartOrder()).id).not.toBe(id)
  await drain(sync, 'unanswered')
  expect(sent).toMatchObject([{ path: '/api/orders/add/', key: id, token: 'Bearer ann-1', body: order(id).body }])
  // the fields of an item that other servers use
  const items = [{ fishe: 'hake', qty: 2, name: 'Hake', trade_name: 'Hake', image: '', countInStock: 4 }]
  expect(sent).toMatchObject([{ body: { orderItems: items } }])
  expect(await db.outbox.get(id)).toMatchObject({ state: 'done', serverId: id, attempts: 1 })
})

test('the page waits for the verdict for a limited time', async () => {
  const { sync, login } = bench(accepted)
  await login(ann)
  await enqueueOrder(sync, order('k'))
  expect((await sync.waitForOutcome('k', 5))?.state).toBe('queued')
  const running = drain(sync)
  expect((await sync.waitForOutcome('k', 45_000))?.state).toBe('done')
  await running
})

test.each([
  ['a refusal', refused, 'attention'],
  ['an ended session', (one: Sent) => ours(one, 401, { detail: 'Log in.' }), 'waiting-login'],
])('%s ends the waiting at once, however long it may last', async (_, answer, state) => {
  const { sync, login } = bench(answer)
  await login(ann)
  await enqueueOrder(sync, order('k'))
  const running = drain(sync)
  // longer than a test may last
  expect((await sync.waitForOutcome('k', 600_000))?.state).toBe(state)
  await running
})

test('no second request before the time that the server named', async () => {
  let busy = true
  const { sync, sent, clock, login } = bench((one) =>
    busy ? ours(one, 429, { detail: 'Slow down.' }, { 'retry-after': '600' }) : accepted(one),
  )
  await login(ann)
  await enqueueOrder(sync, order('k'))
  expect(await drain(sync, 'unanswered')).toMatchObject({ waiting: 1, next: 600_500 })
  busy = false
  clock.time += 400_000
  await drain(sync, 'unanswered')
  expect(sent).toHaveLength(1)
  clock.time += 200_500
  await drain(sync)
  expect(sent).toHaveLength(2)
})

const keys = (sent: Sent[]) => sent.map(({ key }) => key)

test('many requests are sent one after the other, with one commit each', async () => {
  const { db, sync, sent, login } = bench(accepted)
  await login(ann)
  const ids = Array.from({ length: 31 }, (_, n) => `k${n}`)
  for (const id of ids) await enqueueOrder(sync, order(id))
  const commits = vi.spyOn(db, 'transaction')
  await drain(sync)
  expect(keys(sent)).toEqual(ids)
  expect((await db.outbox.toArray()).every(({ state, attempts }) => state === 'done' && attempts === 1)).toBe(true)
  // one more before the first; the pass ends with a read
  expect(commits.mock.calls.map(([mode]) => mode)).toEqual([...Array(32).fill('rw'), 'r'])
})

test('an entry that IndexedDB cannot store fails alone', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  const all = ['k1', 'k2', 'bad', 'k3', 'k4'].map((id) => order(id))
  // a value that cannot be cloned, as a bug elsewhere might create it
  const address = { ...order('').body.shippingAddress, country: () => 'France' } as never
  if (all[2]) all[2].body.shippingAddress = address
  const ends = await Promise.allSettled(all.map((each) => enqueueOrder(sync, each)))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect((await db.outbox.orderBy('seq').toArray()).map(({ id }) => id)).toEqual(['k1', 'k2', 'k3', 'k4'])
})

test('a refused order is put back into the cart, whose lines become a draft; sent again it is a new request', async () => {
  const { db, sync, sent, login } = bench((one) => (sent.length === 1 ? refused(one) : accepted(one)))
  await login(ann)
  await enqueueOrder(sync, order('k'))
  await enqueueOrder(sync, order('k2', ann, 5))
  await drain(sync, 'unanswered')
  expect(await db.outbox.get('k')).toMatchObject({ state: 'attention', problem: { status: 422, detail: 'Too much.' } })
  expect((await db.outbox.get('k2'))?.state).toBe('done')
  await putCartLine(db, { ...line, fishe: 'cod', qty: 1 })
  const stashed = { id: 'd', name: 'Put aside', now: 1 }
  expect(await sync.editAgain('k', stashed)).toBe(true)
  expect(await sync.editAgain('k', stashed)).toBe(false)
  expect((await getCart(db)).map(({ fishe, qty }) => [fishe, qty])).toEqual([['hake', 2]])
  expect((await getDrafts(db)).map(({ name, lines }) => [name, lines[0]?.fishe])).toEqual([['Put aside', 'cod']])
  expect([(await sync.cartOrder()).id, await db.outbox.get('k')]).toEqual([expect.not.stringMatching(/^k$/), undefined])
})

test('lines with only an updated product leave the cart with the request', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  await putCartLine(db, line)
  const { id, lines } = await sync.cartOrder()
  await updateCartProduct(db, fish({ _id: 'hake', trade_name: 'Hake, fresh' }))
  await enqueueOrder(sync, { ...order(id), lines })
  expect(await getCart(db)).toEqual([])
})

const taken = (sent: Sent) => ours(sent, 409, { type: 'about:quayside/reference-taken', detail: 'Taken.' })

test('a reference that is taken again and again is retried with growing delays', async () => {
  const { sync, sent, clock, login } = bench(taken)
  await login(ann)
  await enqueueOrder(sync, order('k'))
  for (let n = 0; n < 100; n++) {
    await drain(sync)
    clock.time += 36_000
  }
  expect(new Set(keys(sent)).size).toBe(sent.length)
  expect(sent.length).toBeLessThan(40)
})
