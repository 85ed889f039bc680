// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { getSession } from '../../../../../src/data/session/session.ts'
import { ann, bench, bo, order, type Sent } from '../../../../support/outbox-bench.ts'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
test('an offline logout ends the session on the server with the next connection, and leaves no token', async () => {
  let online = false
  const { db, sync, sent, login, clock } = bench((one) => (online ? ended(one) : lost()))
  await login(ann)
  await sync.enqueueOrder(order('k'))
  await sync.logout(ann)
  expect([await getSession(db), await sync.pendingOf('')]).toEqual([undefined, []])
  const left = await db.outbox.toArray()
  expect(left.filter(({ kind }) => kind === 'logout')).toMatchObject([{ userId: '', userName: '', userEmail: '' }])
  expect(JSON.stringify(await db.values.toArray())).not.toContain(ann.token)
  await sync.pass('sync')
  // another user is signed in by then
  await login(bo)
  online = true
  clock.time += 10_000
  await sync.pass('online')
  expect(sent.slice(1)).toMatchObject([{ path: '/api/users/logout/', token: 'Bearer ann-1' }])
  expect((await db.outbox.toArray()).map(({ kind, state }) => `${kind} ${state}`)).toEqual(['order waiting-login'])
})

const ended = (sent: Sent) =>
  new Response(null, { status: 204, headers: { 'x-shop-api': '1', 'x-key': sent.key ?? '' } })

test.each([
  ['has ended before', 401, true, 0],
  ['is refused', 404, true, 0],
  ['meets a portal', 200, false, 1],
  ['meets a busy server', 503, true, 1],
  ['comes too often', 429, true, 1],
])('a logout that %s is left %#', async (_name, status, mark, left) => {
  const headers = { 'content-type': 'application/json', ...(mark && { 'x-shop-api': '1' }) }
  const { db, sync, sent, login } = bench(() => new Response('{"detail":""}', { status, headers }))
  await login(ann)
  await sync.logout(ann)
  const { waiting } = await sync.pass('sync')
  expect([sent.length, waiting, await db.outbox.count()]).toEqual([1, left, left])
})

test('on a full disk a session ends without an entry', async () => {
  const { db, sync, sent, login } = bench(ended)
  await login(ann)
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const put = vi.spyOn(db.outbox, 'bulkPut').mockRejectedValue(full)
  await sync.logout(ann)
  put.mockRestore()
  expect([await getSession(db), await db.outbox.count()]).toEqual([undefined, 0])
  await expect.poll(() => sent).toMatchObject([{ path: '/api/users/logout/', token: 'Bearer ann-1' }])
})
