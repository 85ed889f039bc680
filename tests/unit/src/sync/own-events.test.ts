// @vitest-environment node

import { expect, test } from 'vitest'
import { enqueueEvent } from '../../../support/entries.ts'
import { ann, bench, drain, ours } from '../../../support/outbox-bench.ts'
import { orderWith } from '../../../support/some-orders.ts'

const say = (id: string) => ({
  ...{ id, order: 'o1', reference: 'Q', session: ann },
  body: { kind: 'message' as const, text: id },
})

test('what never left the device can be changed and taken back, however often it was tried', async () => {
  let isAway = true
  const { sync, db, sent, login } = bench(
    (one) => {
      if (isAway) throw new TypeError('Failed to fetch')
      if (one.path === '/api/health/') return ours(one, 200, {})
      return ours(one, 201, { data: orderWith([{ _id: 'k2', kind: 'message', text: 'k2', side: 'buyer' }]) })
    },
    { mayBeAway: () => isAway },
  )
  await login(ann)
  const events = () => sent.filter(({ path }) => path.includes('/events/'))
  await enqueueEvent(sync, say('k1'))
  for (let tries = 0; tries < 3; tries++) await drain(sync, 'all')
  expect(events()).toEqual([])
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', attempts: 3, unsent: 3 }])
  await sync.replaceEvent({ id: 'k1', newId: 'k2', body: { kind: 'message', text: 'Better words' } })
  await enqueueEvent(sync, say('k3'))
  expect(await sync.discard('k3')).toBe(true)
  isAway = false
  await drain(sync, 'all')
  expect(events().map(({ key, body }) => [key, body])).toEqual([['k2', { kind: 'message', text: 'Better words' }]])
})
