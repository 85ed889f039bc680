import { DummyDriver, Kysely, PostgresDialect } from 'kysely'
import { expect, it, vi } from 'vitest'
import { compiledOnce } from '../../../../server/platform/db/compiled.ts'
import type { Handle } from '../../../../server/platform/db/handle.ts'
import type { Schema } from '../../../../server/platform/db/schema.ts'

/** A database that notes what it is sent. */
function noting() {
  const sent: [text: string, values: readonly unknown[]][] = []
  const connection = {
    executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      sent.push([sql, parameters])
      return { rows: [] }
    },
    streamQuery: () => {
      throw new Error('Nothing is streamed here.')
    },
  }
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection
  }
  class Dialect extends PostgresDialect {
    override createDriver() {
      return new Driver()
    }
  }
  const dialect = new Dialect({ pool: () => Promise.reject(new Error('It has no pool.')) })
  const db: Handle = { dialect: 'postgres', query: new Kysely<Schema>({ dialect }) }
  return { db, sent }
}

it('is built once for each form of the values, and sent with those of each call', async () => {
  const { db, sent } = noting()
  const build = vi.fn((handle: Handle, { ids, now }: { ids: string[]; now: string }) =>
    handle.query.selectFrom('rate_limit').select('hits').where('bucket', 'in', ids).where('ends_at', '>', now),
  )
  const buckets = compiledOnce(build)
  await buckets(db, { ids: ['a', 'b'], now: '1' })
  await buckets(db, { ids: ['c', 'd'], now: '2' })
  expect(build).toHaveBeenCalledTimes(1)
  await buckets(db, { ids: ['e'], now: '3' })
  expect(build).toHaveBeenCalledTimes(2)
  const text = (places: string, last: string) =>
    `select "hits" from "rate_limit" where "bucket" in (${places}) and "ends_at" > ${last}`
  expect(sent).toEqual([
    [text('$1, $2', '$3'), ['a', 'b', '1']],
    [text('$1, $2', '$3'), ['c', 'd', '2']],
    [text('$1', '$2'), ['e', '3']],
  ])
})

it('writes the columns of each call', async () => {
  const { db, sent } = noting()
  type Change = { name?: string; size?: number | null; at: { first: string } | string }
  const written = compiledOnce((handle, { name, size }: Change) =>
    handle.query
      .insertInto('fish' as never)
      .values({ ...(name && { name }), ...(size !== undefined && { size }) } as never),
  )
  await written(db, { name: 'cod', size: 0, at: 'x' })
  await written(db, { size: null, name: '', at: 'x' })
  await written(db, { size: 3, at: { first: 'x' } })
  await written(db, { size: 4, at: 'x' })
  expect(sent).toEqual([
    ['insert into "fish" ("name", "size") values ($1, $2)', ['cod', 0]],
    ['insert into "fish" ("name", "size") values ($1, $2)', ['', null]],
    ['insert into "fish" ("size") values ($1)', [3]],
    ['insert into "fish" ("size") values ($1)', [4]],
  ])
})
