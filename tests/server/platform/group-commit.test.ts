import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Handle } from '../../../server/platform/db/handle.ts'
import { transact } from '../../../server/platform/db/transact.ts'
import { refuse } from '../../../server/platform/refusal.ts'
import { openTestShop, type TestShop } from '../harness.ts'

let t: TestShop
beforeAll(async () => {
  t = await openTestShop('sqlite')
})
afterAll(() => t.close())

const subscribe = (email: string) => async (tx: Handle) => {
  await tx.query.insertInto('subscriber').values({ id: email, email, created_at: '', token: email }).execute()
  return email
}
/** A row with a dangling reference, which makes only the commit fail. */
const breakCommit = async (tx: Handle) => {
  await sql`pragma defer_foreign_keys = on`.execute(tx.query)
  const copied = { name: '', name_fr: '', name_es: '', image: '', qty: 1 }
  const item = { order_id: 'none', position: 0, fish_id: 'none', ...copied }
  await tx.query.insertInto('order_item').values(item).execute()
}
const subscribers = async () =>
  (await t.db.query.selectFrom('subscriber').select('email').orderBy('email').execute()).map(({ email }) => email)

it('a failed shared commit fails all its transactions', async () => {
  const work = [subscribe('a'), breakCommit, subscribe('b'), async () => Promise.reject(refuse('busy'))]
  const settled = await Promise.allSettled(work.map((one) => transact<unknown>(t.db, one)))
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(await subscribers()).toEqual([])
})

it('a transaction that fails or is refused does not affect the others', async () => {
  const fail = async (tx: Handle) => {
    await subscribe('lost')(tx)
    throw new Error('on purpose')
  }
  const turnDown = async (tx: Handle) => {
    await subscribe('refused')(tx)
    throw refuse('busy')
  }
  const work = [subscribe('c'), fail, turnDown, subscribe('d')]
  const settled = await Promise.allSettled(work.map((one) => transact<unknown>(t.db, one)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(await subscribers()).toEqual(['c', 'd'])
})
