import { type RawBuilder, sql } from 'kysely'
import type { Slice } from './list-marks.ts'

/** Rows whose ids are all known, in their order: counted and listed without being looked for again. */
export function knownRows<T>(found: readonly { id: string }[], read: (ids: RawBuilder<string>) => Promise<T[]>) {
  return {
    count: async () => found.length,
    async rows({ offset, limit }: Slice): Promise<T[]> {
      const ids = found.slice(offset, offset + limit).map(({ id }) => id)
      return ids.length > 0 ? read(sql`(${sql.join(ids)})`) : []
    },
  }
}
