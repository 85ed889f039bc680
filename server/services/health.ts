import { getCatalogueState } from '../db/catalogue-state.ts'
import { impatiently } from '../db/patience.ts'
import type { Shop } from './shop.ts'

/** Throws what the database throws when it is away. */
export async function checkHealth({ db }: Shop): Promise<{ status: 'ok'; database: 'ok' }> {
  await impatiently(getCatalogueState(db))
  return { status: 'ok', database: 'ok' }
}
