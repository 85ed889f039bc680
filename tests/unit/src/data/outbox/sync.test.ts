// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../../../src/api/api-errors.ts'
import { getCart, putCartLine } from '../../../../../src/data/cart/cart.ts'
import { getDrafts } from '../../../../../src/data/drafts/drafts.ts'
import { NotSaved } from '../../../../../src/data/outbox/enqueue.ts'
import { orderEntry } from '../../../../../src/data/outbox/entries.ts'
import type { OutboxRow } from '../../../../../src/data/rows.ts'
import { dropSession, getSession } from '../../../../../src/data/session/session.ts'
import { accepted, ann, bench, bo, line, order, ours, refused, type Sent } from '../../../../support/outbox-bench.ts'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

test('Send saves the order and empties the cart in one step; the shop gets it once, under its own id', async () => {
  const { db, sync, sent, login } = bench(accepted)
  await login(ann)
  await putCartLine(db, line)
  const id = (await sync.cartOrder()).id
  await Promise.all([sync.enqueueOrder(order(id)), sync.enqueueOrder(order(id))])
  expect([await getCart(db), await db.outbox.count()]).toEqual([[], 1])
  expect((await sync.cartOrder()).id).not.toBe(id)
  await sync.pass('sync')
  expect(sent).toMatchObject([{ path: '/api/orders/add/', key: id, token: 'Bearer ann-1', body: order(id).body }])
  // the fields of an item that other servers use
  const items = [{ fishe: 'hake', qty: 2, name: 'Hake', trade_name: 'Hake', image: '', countInStock: 4 }]
  expect(sent).toMatchObject([{ body: { orderItems: items } }])
  expect(await db.outbox.get(id)).toMatchObject({ state: 'done', serverId: id, attempts: 1 })
})

test('the page waits for the verdict for a limited time', async () => {
  const { sync, login } = bench(accepted)
  await login(ann)
  await sync.enqueueOrder(order('k'))
  expect((await sync.waitForOutcome('k', { within: 5 }))?.state).toBe('queued')
  const stop = new AbortController()
  const running = sync.run(stop.signal)
  expect((await sync.waitForOutcome('k', { within: 45_000 }))?.state).toBe('done')
  stop.abort()
  await running
})

test.each([
  ['a refusal', refused, 'attention'],
  ['an ended session', (one: Sent) => ours(one, 401, { detail: 'Log in.' }), 'waiting-login'],
])('%s ends the waiting at once, however long it may last', async (_, answer, state) => {
  const { sync, login } = bench(answer)
  await login(ann)
  await sync.enqueueOrder(order('k'))
  const stop = new AbortController()
  const running = sync.run(stop.signal)
  // longer than a test may last
  expect((await sync.waitForOutcome('k', { within: 600_000 }))?.state).toBe(state)
  stop.abort()
  await running
})

test('after a 401 all of the user’s entries wait until the same user logs in', async () => {
  const valid = new Set(['Bearer ann-2', 'Bearer bo-1'])
  const { db, sync, sent, login } = bench((one) =>
    valid.has(one.token ?? '') ? accepted(one) : ours(one, 401, { detail: 'Log in.' }),
  )
  await login(ann)
  await sync.enqueueOrder(order('k1'))
  await sync.enqueueOrder(order('k2', ann, 3))
  await sync.pass('sync')
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['waiting-login', 'waiting-login'])
  expect([sent.length, await getSession(db)]).toEqual([1, undefined])
  await login(bo)
  await sync.pass('login')
  expect(sent).toHaveLength(1)
  await login({ ...ann, token: 'ann-2' })
  await sync.pass('login')
  expect(sent.slice(1).map(({ key, token }) => [key, token])).toEqual([
    ['k1', 'Bearer ann-2'],
    ['k2', 'Bearer ann-2'],
  ])
})

test("a visitor's message is sent without a token, even if a user is signed in", async () => {
  const { sync, sent, login } = bench((one) => ours(one, 201, { _id: 'm' }))
  const body = { user_object: '', user_name: '', user_email: 'v@x.org', user_message: 'Hello' }
  await sync.enqueueContact({ body })
  await login(ann)
  await sync.pass('sync')
  expect(sent).toMatchObject([{ path: '/api/contact/', token: null, body }])
})

test('no second request before the time that the server named', async () => {
  let busy = true
  const { sync, sent, clock, login } = bench((one) =>
    busy ? ours(one, 429, { detail: 'Slow down.' }, { 'retry-after': '600' }) : accepted(one),
  )
  await login(ann)
  await sync.enqueueOrder(order('k'))
  expect(await sync.pass('sync')).toMatchObject({ waiting: 1, next: 600_500 })
  busy = false
  for (const reason of ['online', 'focus', 'sync', 'visible'] as const) {
    clock.time += 100_000
    await sync.pass(reason)
  }
  expect(sent).toHaveLength(1)
  clock.time += 200_500
  await sync.pass('timer')
  expect(sent).toHaveLength(2)
})

test.each([
  ["a portal's page", () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ["a proxy's refusal", () => new Response('no', { status: 403 })],
  [
    "a gateway's Retry-After of an hour",
    () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html', 'retry-after': '3600' } }),
  ],
])('%s counts as no answer: a trigger ends the wait, which is at most five minutes', async (_name, stranger) => {
  let portal = true
  const { sync, sent, clock, login } = bench((one) => (portal ? stranger() : accepted(one)), { random: () => 0.9 })
  await login(ann)
  await sync.enqueueOrder(order('k'))
  for (let tries = 1; tries <= 9; tries++) {
    expect((await sync.pass('timer')).next).toBeLessThanOrEqual(301_000)
    expect(sent).toHaveLength(tries)
    if (tries < 9) clock.time += 301_000
  }
  portal = false
  // the first tries after a trigger are spread over a second
  clock.time += 100
  await sync.pass('focus')
  clock.time += 900
  await sync.pass('timer')
  expect(sent).toHaveLength(10)
})

test('a user’s first request blocks the next ones; after eight failures of the server they may overtake it', async () => {
  const { db, sync, sent, clock, login } = bench((one) =>
    one.key === 'k1' ? ours(one, 500, { detail: 'Oh.' }) : accepted(one),
  )
  await login(ann)
  await sync.enqueueOrder(order('k1'))
  await sync.enqueueOrder(order('k2', ann, 3))
  for (let i = 0; i < 7; i++) {
    await sync.pass('timer')
    clock.time += 300_000
  }
  expect(sent.map(({ key }) => key)).toEqual(Array(7).fill('k1'))
  await sync.pass('timer')
  expect(sent.slice(7).map(({ key }) => key)).toEqual(['k1', 'k2'])
  clock.time += 300_000
  await sync.pass('timer')
  expect([sent.at(-1)?.key, (await db.outbox.get('k1'))?.state]).toEqual(['k1', 'queued'])
})

const keys = (sent: Sent[]) => sent.map(({ key }) => key)

test('many requests are sent one after the other, with one commit each', async () => {
  // a free lock, since a lease would add commits
  const { db, sync, sent, login } = bench(accepted, { locks: { request: (_name, _options, work) => work({}) } })
  await login(ann)
  const ids = Array.from({ length: 31 }, (_, n) => `k${n}`)
  for (const id of ids) await sync.enqueueOrder(order(id))
  const commits = vi.spyOn(db, 'transaction')
  await sync.pass('sync')
  expect(keys(sent)).toEqual(ids)
  expect((await db.outbox.toArray()).every(({ state, attempts }) => state === 'done' && attempts === 1)).toBe(true)
  // one more before the first; the pass ends with a read
  expect(commits.mock.calls.map(([mode]) => mode)).toEqual([...Array(32).fill('rw'), 'r'])
})

test('many requests saved at once: all in their order, the cart empty, a double click saved once', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  await putCartLine(db, line)
  const ids = Array.from({ length: 100 }, (_, n) => `k${n}`)
  const rows = await Promise.all([...ids, 'k7'].map((id) => sync.enqueueOrder(order(id))))
  expect(rows.map(({ id }) => id)).toEqual([...ids, 'k7'])
  expect((await db.outbox.orderBy('seq').toArray()).map(({ id, seq }) => `${seq} ${id}`)).toEqual(
    ids.map((id, n) => `${n + 1} ${id}`),
  )
  expect(await getCart(db)).toEqual([])
})

test('an entry that IndexedDB cannot store fails alone', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  const all = ['k1', 'k2', 'bad', 'k3', 'k4'].map((id) => order(id))
  // a value that cannot be cloned, as a bug elsewhere might create it
  const address = { ...order('').body.shippingAddress, country: () => 'France' } as never
  if (all[2]) all[2].body.shippingAddress = address
  const ends = await Promise.allSettled(all.map((each) => sync.enqueueOrder(each)))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(ends[2]).toMatchObject({ reason: expect.any(NotSaved) })
  expect((await db.outbox.orderBy('seq').toArray()).map(({ id }) => id)).toEqual(['k1', 'k2', 'k3', 'k4'])
})

test('entries that wait behind a failure were never sent and may be withdrawn', async () => {
  const { db, sync, sent, login } = bench((one) => (one.key === 'k5' ? lost() : accepted(one)))
  await login(ann)
  const ids = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8']
  for (const id of ids) await sync.enqueueOrder(order(id))
  await sync.pass('sync')
  expect(keys(sent)).toEqual(ids.slice(0, 5))
  const rows = await db.outbox.bulkGet(['k4', 'k5', 'k6', 'k7', 'k8'])
  expect(rows.map((row) => `${row?.state} ${row?.attempts}`)).toEqual([
    ...['done 1', 'queued 1', 'queued 0', 'queued 0', 'queued 0'],
  ])
  expect([await sync.discard('k5'), await sync.editAgain('k6'), await sync.discard('k7')]).toEqual([false, true, true])
})

test('an entry that is being sent cannot be withdrawn, those behind it can; after a 401 the rest wait', async () => {
  const taken: boolean[] = []
  const { db, sync, sent, login } = bench(async (one) => {
    if (one.key === 'k2') taken.push(await sync.discard('k2'), await sync.editAgain('k2'), await sync.discard('k3'))
    return one.key === 'k5' ? ours(one, 401, { detail: 'Log in.' }) : accepted(one)
  })
  await login(ann)
  for (const id of ['k1', 'k2', 'k3', 'k4', 'k5', 'k6']) await sync.enqueueOrder(order(id))
  await sync.pass('sync')
  expect([taken, keys(sent)]).toEqual([
    [false, false, true],
    ['k1', 'k2', 'k4', 'k5'],
  ])
  const rows = await db.outbox.bulkGet(['k4', 'k5', 'k6'])
  expect(rows.map((row) => `${row?.state} ${row?.attempts}`)).toEqual(['done 1', 'waiting-login 1', 'waiting-login 0'])
})

test('one entry is claimed at a time, and its verdict saved before the next one is sent', async () => {
  const under: string[] = []
  const { db, sync, login } = bench(async (one) => {
    const rows = await db.outbox.orderBy('seq').toArray()
    under.push(rows.map(({ state }) => state).join(' '))
    return accepted(one)
  })
  await login(ann)
  for (const id of ['k1', 'k2', 'k3']) await sync.enqueueOrder(order(id))
  await sync.pass('sync')
  expect(under).toEqual(['sending queued queued', 'done sending queued', 'done done sending'])
})

test('a refused order is put back into the cart, whose lines become a draft; sent again it is a new request', async () => {
  const { db, sync, sent, login } = bench((one) => (sent.length === 1 ? refused(one) : accepted(one)))
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await sync.enqueueOrder(order('k2', ann, 5))
  await sync.pass('sync')
  expect(await db.outbox.get('k')).toMatchObject({ state: 'attention', problem: { status: 422, detail: 'Too much.' } })
  expect((await db.outbox.get('k2'))?.state).toBe('done')
  await putCartLine(db, { ...line, fishe: 'cod', qty: 1 })
  expect(await sync.editAgain('k', 'Put aside')).toBe(true)
  expect(await sync.editAgain('k')).toBe(false)
  expect((await getCart(db)).map(({ fishe, qty }) => [fishe, qty])).toEqual([['hake', 2]])
  expect((await getDrafts(db)).map(({ name, lines }) => [name, lines[0]?.fishe])).toEqual([['Put aside', 'cod']])
  expect([(await sync.cartOrder()).id, await db.outbox.get('k')]).toEqual([expect.not.stringMatching(/^k$/), undefined])
})

test('an entry that was never sent may be withdrawn; one that may have arrived may not', async () => {
  const { db, sync, login } = bench(() => {
    throw new ConnectionError('network')
  })
  await login(ann)
  await sync.enqueueOrder(order('k'))
  expect(await sync.editAgain('k')).toBe(true)
  expect((await getCart(db)).map(({ fishe }) => fishe)).toEqual(['hake'])
  await sync.enqueueOrder(order('k2', ann, 5))
  await sync.pass('sync')
  expect([await sync.discard('k2'), (await db.outbox.get('k2'))?.attempts]).toEqual([false, 1])
})

test('a row of another version is never changed', async () => {
  const { db, sync, login } = bench(accepted)
  const alien = { ...orderEntry(order('alien'), 0), v: 99, seq: 1, state: 'sending', extra: { new: true } }
  // this version's type does not include rows of a later one
  await db.outbox.put(alien as unknown as OutboxRow)
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await sync.pass('button')
  await sync.discardAllOf('ann')
  await sync.forgetUser('ann')
  expect(await sync.discard('alien')).toBe(false)
  expect(JSON.stringify(await db.outbox.toArray())).toBe(JSON.stringify([alien]))
})

test('at logout pending entries are counted, and stay or are discarded; delivered ones are removed', async () => {
  let online = true
  const { db, sync, sent, login } = bench((one) => (online ? accepted(one) : lost()))
  await login(ann)
  await sync.enqueueOrder(order('k1'))
  await sync.pass('sync')
  online = false
  await sync.enqueueOrder(order('k2', ann, 3))
  await sync.pass('sync')
  const pending = await sync.pendingOf('ann')
  expect(pending.map(({ id }) => id)).toEqual(['k2'])
  expect(JSON.parse(sync.exportEntries(pending)).entries).toEqual(pending)
  await sync.forgetUser('ann')
  await dropSession(db)
  online = true
  await sync.pass('button')
  expect([sent.length, (await db.outbox.toArray()).map(({ id, state }) => `${id} ${state}`)]).toEqual([
    2,
    ['k2 waiting-login'],
  ])
  await sync.discardAllOf('ann')
  expect(await db.outbox.count()).toBe(0)
})
