import { sql } from 'kysely'
import type { Handle } from './handle.ts'

export interface CatalogueChange {
  id: string
  seq: number
  deleted: boolean
}

/**
 * The next changes after a version, oldest first. One statement, hence one snapshot: a change that another transaction
 * commits meanwhile is either before the last row or not there at all. A reader who has nothing needs no tombstones.
 */
export async function listChanges(db: Handle, since: number, limit: number): Promise<CatalogueChange[]> {
  const fishes = db.query
    .selectFrom('fish')
    .select(['id', 'seq', sql<number>`0`.as('deleted')])
    .where('seq', '>', since)
  const tombstones = db.query
    .selectFrom('fish_tombstone')
    .select(['id', 'seq', sql<number>`1`.as('deleted')])
    .where('seq', '>', since)
  const both = since === 0 ? fishes : fishes.unionAll(tombstones)
  const rows = await both.orderBy('seq').limit(limit).execute()
  return rows.map((row) => ({ ...row, deleted: row.deleted === 1 }))
}
