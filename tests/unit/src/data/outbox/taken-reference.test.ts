// @vitest-environment node
import { expect, test } from 'vitest'
import { accepted, ann, bench, order, ours, type Sent } from '../../../../support/outbox-bench.ts'

const keys = (sent: Sent[]) => sent.map(({ key }) => key)
const taken = (sent: Sent) => ours(sent, 409, { type: 'about:quayside/reference-taken', detail: 'Taken.' })

test('an order whose reference is taken is sent under a new id, and is found by the old one', async () => {
  let next = 0
  const { db, sync, sent, clock, login } = bench((one) => (one.key?.startsWith('new') ? accepted(one) : taken(one)), {
    newId: () => `new-${++next}`,
  })
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await sync.enqueueOrder(order('k2', ann, 3))
  await sync.pass('sync')
  // the next one waits for it; then both are sent, in their order
  expect(keys(sent)).toEqual(['k'])
  clock.time += 1000
  await sync.pass('timer')
  clock.time += 2000
  await sync.pass('timer')
  const rows = await db.outbox.orderBy('seq').toArray()
  expect(rows.map(({ id, from, state, problem }) => [id.startsWith('new'), from, state, problem])).toEqual([
    [true, 'k', 'done', undefined],
    [true, 'k2', 'done', undefined],
  ])
  expect(await sync.waitForOutcome('k', { within: 5 })).toMatchObject({ id: rows[0]?.id, state: 'done' })
  // the same from a stale tab is the same request
  expect(await sync.enqueueOrder(order('k'))).toMatchObject({ id: rows[0]?.id })
})

test('a reference that is taken again and again is retried with growing delays', async () => {
  const { sync, sent, clock, login } = bench(taken)
  await login(ann)
  await sync.enqueueOrder(order('k'))
  for (let n = 0; n < 100; n++) {
    await sync.pass('timer')
    clock.time += 36_000
  }
  expect(new Set(keys(sent)).size).toBe(sent.length)
  expect(sent.length).toBeLessThan(40)
})
