import type { Api } from '../api/client.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getShop, putShop } from '../db/shop.ts'

export interface ShopPull {
  db: ShopDatabase
  api: Pick<Api, 'call'>
  signal?: AbortSignal
}

/** The settings are small; a pull that brings none is made up for by the next one, ms. */
const timeout = 30_000

/**
 * Saves the settings of the shop. Throws `ConnectionError` when no server answered; a server without settings changes nothing.
 */
export async function fetchShop({ db, api, signal }: ShopPull): Promise<void> {
  const reply = await api.call('getShop', { timeout, ...(signal && { signal }) })
  if (reply.ok) await putShop(db, reply.body)
}

/** The same, where the catalogue's feed names another version than the saved one. */
export async function pullShop(pull: ShopPull, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== (await getShop(pull.db))?.version) await fetchShop(pull)
}
