import { expect, it, vi } from 'vitest'
import type { Database } from '../../../../server/platform/db/client.ts'
import { runTransaction } from '../../../../server/platform/db/dialect/postgres-transaction.ts'
import { type Handle, together } from '../../../../server/platform/db/handle.ts'
import { createSharedTransactions } from '../../../../server/platform/db/shared-transactions.ts'
import { transact } from '../../../../server/platform/db/transact.ts'
import { refuse } from '../../../../server/platform/refusal.ts'
import { until } from '../../../support/until.ts'
import { ask, noting } from './noting-database.ts'

/** A database on which writes share transactions; see `noting`. */
function sharing(answers?: Parameters<typeof noting>[0]) {
  const noted = noting(answers)
  const afterOrder = vi.fn()
  const db: Database = {
    ...{ dialect: 'postgres', query: noted.db, afterOrder, hintListeners: new Set(), catalogueListeners: [] },
    transaction: (work) => runTransaction(noted.db, work),
    onCatalogue: () => {},
    close: async () => {},
  }
  db.shared = createSharedTransactions(db)
  const run = (works: readonly ((tx: Handle) => Promise<unknown>)[]) =>
    Promise.allSettled(works.map((work) => transact(db, work, { isShared: true })))
  return { ...noted, run, afterOrder }
}

/** Reads, then writes, as an order does. */
const write = (name: string) => async (tx: Handle) => {
  tx.holdsOrder = true
  await ask(tx.query, `select ${name}`)
  await together([ask(tx.query, `insert ${name}`), ask(tx.query, `insert more of ${name}`)])
  return name
}
const refused = async (tx: Handle) => {
  await write('refused')(tx)
  throw refuse('busy')
}
const ended = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'rejected' ? String(one.reason) : true))
const locks = `select set_config('lock_timeout', $1, true)`
const alone = (name: string, end = 'commit') => [
  ...['begin', `select ${name}`, `insert ${name}`, `insert more of ${name}`],
  end,
]
const transactionsOf = (sent: readonly string[]) => sent.filter((text) => text === 'begin').length
/** What was sent after the first transaction, sorted, because what runs alone runs at the same time. */
const afterFirst = (sent: readonly string[]) => sent.slice(sent.indexOf('rollback') + 1).sort()

it('runs writes that arrive together in one transaction, with the same statements side by side', async () => {
  const { run, sent, afterOrder } = sharing()
  expect(ended(await run([write('a'), write('b')]))).toEqual([true, true])
  expect(sent).toEqual([
    ...['begin', locks, 'select a', 'select b'],
    ...['insert a', 'insert more of a', 'insert b', 'insert more of b', 'commit'],
  ])
  expect(afterOrder).toHaveBeenCalledOnce()
})

it('runs each again, alone, when one is refused', async () => {
  const { run, sent } = sharing()
  expect(ended(await run([write('a'), refused, write('b')]))).toEqual([true, 'Error: busy', true])
  expect(sent.slice(0, sent.indexOf('rollback'))).not.toContain('commit')
  expect(afterFirst(sent)).toEqual([...alone('a'), ...alone('refused', 'rollback'), ...alone('b')].sort())
})

it('runs each again, alone, when one fails, and only that one has the error', async () => {
  const fails = (text: string) => (text === 'insert b' ? new Error('no') : undefined)
  const { run, sent } = sharing({ fails })
  expect(ended(await run([write('a'), write('b'), write('c')]))).toEqual([true, 'Error: no', true])
  expect(afterFirst(sent)).toEqual([...alone('a'), ...alone('b', 'rollback'), ...alone('c')].sort())
})

it('runs a write again that has waited for a lock', async () => {
  const locked = Object.assign(new Error('locked'), { code: '55P03' })
  let times = 0
  const { run } = sharing({ fails: (text) => (text === 'insert a' && times++ === 0 ? locked : undefined) })
  expect([ended(await run([write('a')])), times]).toEqual([[true], 2])
})

it.each([
  ['is refused', new Error('no room'), 'Error: no room'],
  ['is not answered', Object.assign(new Error('cut'), { code: 'ECONNRESET' }), 'Error: cut'],
  ['rolls back', 'ROLLBACK', 'Error: The transaction was aborted.'],
])('fails all writes, and runs none again, when the commit %s', async (_name, commit, error) => {
  const { run, sent } = sharing({ commit })
  expect(ended(await run([write('a'), write('b')]))).toEqual([error, error])
  expect(transactionsOf(sent)).toBe(1)
})

it('runs nothing again when the database is away, nor what waits', async () => {
  const connect = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  const { run, connects } = sharing({ connect })
  const works = Array.from({ length: 100 }, (_, at) => write(String(at)))
  expect(new Set(ended(await run(works)))).toEqual(new Set(['Error: away']))
  expect(connects).toHaveBeenCalledTimes(3)
})

it('has at most sixteen writes in a transaction, and three transactions at once', async () => {
  let answer = () => {}
  const begin = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { run, sent } = sharing({ begin })
  const running = run(Array.from({ length: 50 }, (_, at) => write(String(at))))
  await until(() => expect(sent).toContain('select 47'))
  expect([transactionsOf(sent), sent.includes('select 48')]).toEqual([3, false])
  answer()
  expect(ended(await running)).toEqual(Array.from({ length: 50 }, () => true))
  expect(transactionsOf(sent)).toBe(4)
})
