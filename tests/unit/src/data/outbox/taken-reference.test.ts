// @vitest-environment node
import { expect, test } from 'vitest'
import { ann, bench, order, ours, type Sent } from '../../../../support/outbox-bench.ts'

const keys = (sent: Sent[]) => sent.map(({ key }) => key)
const taken = (sent: Sent) => ours(sent, 409, { type: 'about:quayside/reference-taken', detail: 'Taken.' })

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
