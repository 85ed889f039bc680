// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { getSession } from '../../../../../src/data/session/session.ts'
import { ann, bench, type Sent } from '../../../../support/outbox-bench.ts'

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
