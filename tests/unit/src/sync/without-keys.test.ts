// @vitest-environment node

import { expect, test } from 'vitest'
import { getSession } from '../../../../src/db/session.ts'
import { enqueueOrder, enqueueReview } from '../../../support/entries.ts'
import { ann, bench, drain, order, type Sent } from '../../../support/outbox-bench.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Another server of the specification: no header, no keys, and every order that it gets is stored. */
function otherServer() {
  const stored: object[] = []
  /** `lose`: answers do not arrive; `tokens`: others have to log in */
  const line = { lose: true, tokens: ['Bearer ann-1'] }
  const device = bench(
    ({ path, token }: Sent) => {
      if (!line.tokens.includes(token ?? '')) return json({ detail: 'Token is expired.' }, 401)
      if (path.endsWith('/myorders/')) return json({ data: stored })
      const { orderItems, shippingAddress } = order('').body
      const items = orderItems.map(({ qty }) => ({ name: 'Hake', qty }))
      stored.push({ _id: stored.length + 1, orderItems: items, shippingAddress })
      return line.lose ? Promise.reject(new TypeError('Failed to fetch')) : json({ data: { _id: stored.length } })
    },
    { isOther: true },
  )
  return { ...device, stored, line, asked: () => device.sent.map(({ path }) => path.split('/')[3]) }
}

test('an unanswered order is looked up before it is sent again', async () => {
  const { db, sync, clock, login, line, asked } = otherServer()
  await login(ann)
  await enqueueOrder(sync, order('k1'))
  await drain(sync, 'unanswered')
  line.lose = false
  clock.time += 300_000
  await drain(sync, 'unanswered')
  expect(await db.outbox.get('k1')).toMatchObject({ state: 'done', serverId: '1' })
  // the same content again is another order
  await enqueueOrder(sync, order('k2'))
  await drain(sync, 'unanswered')
  expect(await db.outbox.get('k2')).toMatchObject({ state: 'done', serverId: '2' })
  expect(asked()).toEqual(['add', 'myorders', 'add'])
})

test('a look-up with an expired token waits for a login and continues after it', async () => {
  const { db, sync, clock, login, line, stored } = otherServer()
  await login(ann)
  await enqueueOrder(sync, order('k'))
  await drain(sync, 'unanswered')
  line.tokens = ['Bearer ann-2']
  clock.time += 300_000
  await drain(sync, 'unanswered')
  expect([(await db.outbox.get('k'))?.state, await getSession(db)]).toEqual(['waiting-login', undefined])
  await login({ ...ann, token: 'ann-2' })
  await drain(sync, 'unanswered')
  expect([(await db.outbox.get('k'))?.state, stored.length]).toEqual(['done', 1])
})

test('a look-up ignores orders of other entries and older orders', async () => {
  const { db, sync, clock, login, line, stored, asked } = otherServer()
  await login(ann)
  const { orderItems, shippingAddress } = order('').body
  const items = orderItems.map(({ qty }) => ({ name: 'Hake', qty }))
  const months = new Date(clock.time - 60 * 86_400_000).toISOString()
  stored.push({ _id: 1, orderItems: items, shippingAddress, created_at: months })
  line.lose = false
  await enqueueOrder(sync, order('k1'))
  await drain(sync, 'unanswered')
  expect(await db.outbox.get('k1')).toMatchObject({ state: 'done', serverId: '2' })
  await enqueueOrder(sync, order('k2'))
  // sent once, but never arrived
  await db.outbox.update('k2', { attempts: 1 })
  await drain(sync, 'unanswered')
  expect(asked()).toEqual(['add', 'myorders', 'add'])
  expect(await db.outbox.get('k2')).toMatchObject({ state: 'done', serverId: '3' })
})

test('an unanswered review is looked up in its product before it is sent again', async () => {
  const reviews: object[] = []
  const { db, sync, sent, clock, login } = bench(
    ({ path }) => {
      if (!path.endsWith('/reviews/')) return json({ _id: 'hake', name: 'Hake', reviews })
      reviews.push({ name: 'Ann', rating: 4, comment: 'Firm' })
      return Promise.reject(new TypeError('Failed to fetch'))
    },
    { isOther: true },
  )
  await login(ann)
  const body = { rating: 4, comment: 'Firm ' }
  const { id } = await enqueueReview(sync, { fishe: 'hake', body, trade_name: 'Hake', session: ann })
  await drain(sync, 'unanswered')
  clock.time += 300_000
  await drain(sync, 'unanswered')
  expect((await db.outbox.get(id))?.state).toBe('done')
  expect(sent.map(({ path }) => path)).toEqual(['/api/fishes/hake/reviews/', '/api/fishes/hake'])
})
