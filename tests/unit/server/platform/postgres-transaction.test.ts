import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { runTransaction } from '../../../../server/platform/db/dialect/postgres-transaction.ts'
import { namesOfStatements } from '../../../../server/platform/db/dialect/prepared.ts'
import { together } from '../../../../server/platform/db/handle.ts'
import type { Schema } from '../../../../server/platform/db/schema.ts'

/** A database that notes what it is sent, and answers to `begin` and `commit` what it is told. */
function noting(answers: { begin?: Promise<unknown>; commit?: string } = {}) {
  const sent: string[] = []
  const client = {
    query: vi.fn(async (text: string) => {
      sent.push(text)
      if (text === 'begin') await answers.begin
      const command = text === 'commit' ? (answers.commit ?? 'COMMIT') : 'SELECT'
      return { command, rowCount: 0, rows: [] }
    }),
    release: () => {},
  }
  const pool = { connect: async () => client, end: async () => {}, options: {} }
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) }), sent }
}
const ask = (query: Kysely<Schema>, text: string) => sql.raw(text).execute(query)

it('sends reads along with begin, and a write and what comes after it when the transaction has begun', async () => {
  let answer = () => {}
  const begin = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { db, sent } = noting({ begin })
  const running = runTransaction(db, (query) =>
    together(['select 1', 'insert 2', 'select 3'].map((text) => ask(query, text))),
  )
  await vi.waitFor(() => expect(sent).toContain('select 1'))
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

it('names a hundred statements that run often, and none of a page or of all columns', () => {
  const nameOf = namesOfStatements()
  const often = (text: string) => Array.from({ length: 30 }, () => nameOf(text)).at(-1)
  expect([nameOf('select a'), often('select a'), often('select b')]).toEqual([undefined, 'quayside_0', 'quayside_1'])
  expect([often('select * from a'), often('select a limit $1')]).toEqual([undefined, undefined])
  const names = Array.from({ length: 200 }, (_, at) => often(`select ${at}`)).filter(Boolean)
  expect([names.length, new Set(names).size, often('select a')]).toEqual([98, 98, 'quayside_0'])
})
