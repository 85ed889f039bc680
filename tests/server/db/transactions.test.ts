import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Db, insertNew, transact } from '../../../server/db/database.ts'
import { refuse } from '../../../server/http/refusal.ts'
import { dialect, openTestShop, type TestShop } from '../harness.ts'

describe('concurrent transactions', () => {
  let t: TestShop
  beforeEach(async () => {
    t = await openTestShop()
  })
  afterEach(() => t.close())
  const subscribe = (tx: Db, name: string) =>
    insertNew(tx, 'subscriber', { id: name, email: `${name}@gmail.com`, created_at: '2026', token: name })
  const names = async () =>
    (await t.db.query.selectFrom('subscriber').select('id').orderBy('id').execute()).map((row) => row.id)

  it('each commit or roll back only their own changes', async () => {
    const works = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) =>
      transact(t.db, async (tx) => {
        await subscribe(tx, name)
        if (at % 3 === 1) throw refuse('busy')
        if (at % 3 === 2) throw new Error(name)
        return name
      }),
    )
    const settled = await Promise.allSettled(works)
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      ...['a', 'Error: busy', 'Error: c'],
      ...['d', 'Error: busy', 'Error: f'],
    ])
    expect(await names()).toEqual(['a', 'd'])
  })

  it('see what earlier ones wrote', async () => {
    const works = Array.from({ length: 20 }, () => transact(t.db, (tx) => subscribe(tx, 'same')))
    const news = (await Promise.all(works)).filter(Boolean)
    expect(news).toHaveLength(1)
  })

  it('are retried after a serialisation failure', async () => {
    let tries = 0
    const outcome = await transact(t.db, async (tx) => {
      tries++
      await subscribe(tx, 'stubborn')
      if (tries < 3) throw Object.assign(new Error('serialisation failure'), { code: '40001' })
      return 'done'
    })
    expect([outcome, tries, await names()]).toEqual(['done', 3, ['stubborn']])
    const never = transact(t.db, async () => {
      throw Object.assign(new Error('serialisation failure'), { code: '40001' })
    })
    await expect(never).rejects.toThrow('serialisation')
  })

  it('are not affected when another one ends by itself', async () => {
    const ends = transact(t.db, async (tx) => {
      // like SQLite when the disk is full
      if (dialect === 'sqlite') await sql`rollback`.execute(tx.query)
      throw Object.assign(new Error('disk is full'), { errcode: 13 })
    })
    const beside = transact(t.db, (tx) => subscribe(tx, 'beside'))
    await expect(ends).rejects.toThrow('disk is full')
    expect(await beside).toBe(true)
    expect(await names()).toEqual(['beside'])
  })
})

it('inside of a transaction nothing waits for a disk, a network or a time', async () => {
  const t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' } })
  const { files, push, webhooks, orderMails, sendMail, freeDisk, examineFile, pause, ...others } = t.shop
  const pictures = { storePicture: others.storePicture, storeLogo: others.storeLogo }
  const clients = { ...pictures, freeDisk, examineFile, pause, sendMail, mail: orderMails?.send, push: push.send }
  const methods = Object.entries({ ...files, ...clients, post: webhooks.post })
  expect(methods.length).toBeGreaterThan(14)
  const inside = await transact(t.db, async () => {
    const tries = methods.map(async ([name, method]): Promise<string> => {
      // each refuses before it looks at what it was given
      const works = async () => void (await Reflect.apply(method as () => unknown, undefined, ['0/0', '', '']))
      return works().then(
        () => name,
        (error: unknown) => (String(error).includes('A transaction must not wait') ? '' : `${name}: ${String(error)}`),
      )
    })
    return (await Promise.all(tries)).filter(Boolean)
  })
  expect(inside).toEqual([])
  await t.close()
})
