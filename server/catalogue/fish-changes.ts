import type { FishChanges } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { getCatalogueState } from '../platform/db/catalogue-state.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findShopSettings } from '../shop/shop-settings.ts'
import { findFishes, listChanges } from './fishes-table.ts'
import { toFish } from './read-fishes.ts'

interface Cursor {
  epoch: string
  version: number
}

function writeCursor({ epoch, version }: Cursor): string {
  return Buffer.from(`${version}.${epoch}`).toString('base64url')
}

/** The version in a cursor of this database; 0 for any other text, so that the feed starts over. */
function readCursor(text: string | undefined, { epoch, version }: Cursor): number {
  const match = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(text ?? '', 'base64url').toString())
  const since = Number(match?.[1])
  // a version ahead of the database means that it was restored from a backup, so the client's copy may be wrong
  return match?.[2] === epoch && since <= version ? since : 0
}

/** Whether `readCursor` ignored a cursor: of another database, or newer than a restored backup. */
function isForeign(since: string | undefined, from: number): boolean {
  return since !== undefined && from === 0 && !Buffer.from(since, 'base64url').toString().startsWith('0.')
}

/** Changes since a cursor, oldest first: at most `limit` products and deletions together. */
export async function listFishChanges(
  { db }: ServiceDeps,
  { since, limit }: { since?: string | undefined; limit: number },
): Promise<FishChanges> {
  const state = await getCatalogueState(db)
  const settings = await findShopSettings(db)
  const from = readCursor(since, state)
  const most = Math.min(limit, limits.productsPerStep)
  const changes = await listChanges(db, from, most + 1)
  const taken = changes.slice(0, most)
  const changed = taken.filter(({ deleted }) => !deleted).map(({ id }) => id)
  return {
    changed: (await findFishes(db, changed)).map(toFish),
    deleted: taken.filter(({ deleted }) => deleted).map(({ id }) => id),
    next: writeCursor({ epoch: state.epoch, version: taken.at(-1)?.seq ?? from }),
    more: taken.length < changes.length,
    ...(settings && { shop: settings.version }),
    ...(isForeign(since, from) && { reset: true }),
  }
}
