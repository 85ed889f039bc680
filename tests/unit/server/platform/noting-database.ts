import { Kysely, PostgresDialect, sql } from 'kysely'
import { vi } from 'vitest'
import type { Schema } from '../../../../server/platform/db/schema.ts'

interface Answers {
  begin?: Promise<unknown>
  /** the command that is answered to `commit`; an error is thrown */
  commit?: string | Error
  /** instead of a connection */
  connect?: Error
  /** the error of a query */
  fails?: (text: string) => Error | undefined
}

/** A PostgreSQL that notes what it is sent, and answers what it is told. `connects` counts uses of its one connection. */
export function noting({ begin, commit = 'COMMIT', connect, fails = () => undefined }: Answers = {}) {
  const sent: string[] = []
  const client = {
    query: vi.fn(async (text: string) => {
      sent.push(text)
      if (text === 'begin') await begin
      const error = text === 'commit' && commit instanceof Error ? commit : fails(text)
      if (error) throw error
      return { command: text === 'commit' ? commit : 'SELECT', rowCount: 0, rows: [] }
    }),
    release: () => {},
  }
  const connects = vi.fn(async () => {
    if (connect) throw connect
    return client
  })
  const pool = { connect: connects, end: async () => {}, options: {} }
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) }), sent, connects }
}

export const ask = (query: Kysely<Schema>, text: string) => sql.raw(text).execute(query)
