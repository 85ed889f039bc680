import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { readTogether } from '../../../../server/platform/db/dialect/postgres-reads.ts'
import { runTransaction } from '../../../../server/platform/db/dialect/postgres-transaction.ts'
import { namesOfStatements } from '../../../../server/platform/db/dialect/prepared.ts'
import { together } from '../../../../server/platform/db/handle.ts'
import type { Schema } from '../../../../server/platform/db/schema.ts'
import { until } from '../../../support/until.ts'
import { ask, noting } from './noting-database.ts'

it('sends reads along with begin, and a write and what comes after it when the transaction has begun', async () => {
  let answer = () => {}
  const begin = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { db, sent } = noting({ begin })
  const running = runTransaction(db, (query) =>
    together(['select 1', 'insert 2', 'select 3'].map((text) => ask(query, text))),
  )
  await until(() => expect(sent).toContain('select 1'))
  expect(sent).toEqual(['begin', 'select 1'])
  answer()
  await running
  expect(sent).toEqual(['begin', 'select 1', 'insert 2', 'select 3', 'commit'])
})

it('writes nothing when it cannot begin', async () => {
  const { db, sent } = noting({ begin: Promise.reject(new Error('canceled')) })
  const running = runTransaction(db, async (query) => {
    await together([ask(query, 'select 1'), ask(query, 'insert 2')])
    await ask(query, 'insert 3')
  })
  await expect(running).rejects.toThrow('canceled')
  expect(sent).toEqual(['begin', 'select 1', 'rollback'])
})

it('keeps what a failed work has left running out of the next transaction', async () => {
  const { db, sent } = noting()
  let left: Kysely<Schema> | undefined
  const running = runTransaction(db, async (query) => {
    left = query
    throw new Error('no')
  })
  await expect(running).rejects.toThrow('no')
  await expect(left && ask(left, 'insert 1')).rejects.toThrow('The transaction is over.')
  expect(sent).toEqual(['begin', 'rollback'])
})

it('fails when the database has rolled back instead', async () => {
  const running = runTransaction(noting({ commit: 'ROLLBACK' }).db, async () => 1)
  await expect(running).rejects.toThrow('The transaction was aborted.')
})

it('sends reads of one turn on one connection, each with its own answer or error', async () => {
  const { db, connects, sent } = noting({ fails: (text) => (text === 'select 2' ? new Error('no') : undefined) })
  const reads = readTogether(db)
  const texts = ['select 1', 'select 2', 'select 3']
  const settled = await Promise.allSettled(texts.map((text) => ask(reads, text)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([connects.mock.calls.length, sent]).toEqual([1, texts])
  await ask(reads, 'select 4')
  expect([connects.mock.calls.length, sent.at(-1)]).toEqual([2, 'select 4'])
})

it('fails all reads of a turn when there is no connection', async () => {
  const reads = readTogether(noting({ connect: new Error('away') }).db)
  const settled = await Promise.allSettled([ask(reads, 'select 1'), ask(reads, 'select 2')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('names a hundred statements that run often, and none of a page or of all columns', () => {
  const nameOf = namesOfStatements()
  const often = (text: string) => Array.from({ length: 30 }, () => nameOf(text)).at(-1)
  expect([nameOf('select a'), often('select a'), often('select b')]).toEqual([undefined, 'quayside_0', 'quayside_1'])
  expect([often('select * from a'), often('select a limit $1')]).toEqual([undefined, undefined])
  const names = Array.from({ length: 200 }, (_, at) => often(`select ${at}`)).filter(Boolean)
  expect([names.length, new Set(names).size, often('select a')]).toEqual([98, 98, 'quayside_0'])
})
