import type { FishChanges } from '../../contract/fishes.ts'
import { getCatalogueState } from '../db/catalogue-state.ts'
import { findFishes, listChanges } from '../db/fishes.ts'
import { findShopSettings } from '../db/shop-settings.ts'
import { toFish } from './fishes.ts'
import type { Shop } from './shop.ts'

interface Cursor {
  epoch: string
  version: number
}

function writeCursor({ epoch, version }: Cursor): string {
  return Buffer.from(`${version}.${epoch}`).toString('base64url')
}

/** The version in a cursor of this database; 0, everything from the start, for any other text. */
function readCursor(text: string | undefined, { epoch, version }: Cursor): number {
  const match = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(text ?? '', 'base64url').toString())
  const since = Number(match?.[1])
  // ahead of the database: it was restored from a backup, and what the client has may never have happened
  return match?.[2] === epoch && since <= version ? since : 0
}

/** A cursor that was taken for nothing: of another database, or from after the backup that was restored. */
function isForeign(since: string | undefined, from: number): boolean {
  return since !== undefined && from === 0 && !Buffer.from(since, 'base64url').toString().startsWith('0.')
}

/** What changed since a cursor, oldest change first, at most `limit` products and deletions together. */
export async function listFishChanges(
  { db }: Shop,
  { since, limit }: { since?: string | undefined; limit: number },
): Promise<FishChanges> {
  const state = await getCatalogueState(db)
  const settings = await findShopSettings(db)
  const from = readCursor(since, state)
  const changes = await listChanges(db, from, limit + 1)
  const step = changes.slice(0, limit)
  const rows = await findFishes(
    db,
    step.filter((change) => !change.deleted).map((change) => change.id),
  )
  const order = new Map(step.map((change, at) => [change.id, at]))
  rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return {
    changed: rows.map(toFish),
    deleted: step.filter((change) => change.deleted).map((change) => change.id),
    next: writeCursor({ epoch: state.epoch, version: step.at(-1)?.seq ?? from }),
    more: changes.length > limit,
    ...(settings && { shop: settings.version }),
    ...(isForeign(since, from) && { reset: true }),
  }
}
