import { getCatalogueState } from '../db/catalogue-state.ts'
import { withTimeout } from '../db/timeout.ts'
import type { Shop } from './shop.ts'

/** Throws the database's error if it does not answer. */
export async function checkHealth({ db }: Shop): Promise<{ status: 'ok'; database: 'ok' }> {
  await withTimeout(getCatalogueState(db))
  return { status: 'ok', database: 'ok' }
}
