// @vitest-environment node
import { expect, test } from 'vitest'
import { accepted, ann, bench, order, ours, type Sent } from '../../../support/outbox-bench.ts'

const keys = (sent: Sent[]) => sent.map(({ key }) => key)
const taken = (sent: Sent) => ours(sent, 409, { type: 'about:quayside/reference-taken', detail: 'Taken.' })

test('where the reference is taken, the order goes out under a new id, and the old id leads to it', async () => {
  let next = 0
  const { db, sync, sent, clock, login } = bench((one) => (one.key?.startsWith('new') ? accepted(one) : taken(one)), {
    newId: () => `new-${++next}`,
  })
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await sync.enqueueOrder(order('k2', ann, 3))
  await sync.pass('sync')
  // the next one waits for it; a moment later both go, in their order
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
  // a stale tab that sends the same once more is the same request
  expect(await sync.enqueueOrder(order('k'))).toMatchObject({ id: rows[0]?.id })
})

test('a reference that is taken again and again is tried ever more seldom', async () => {
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
