import { ShopSettings } from '../../contract/shop.ts'
import type { Api } from '../api/api-client.ts'
import { readShape } from '../api/exchange.ts'
import { getValue, putValue, type ShopDatabase } from './database.ts'

export interface ShopPull {
  db: ShopDatabase
  api: Pick<Api, 'call'>
  signal?: AbortSignal | undefined
}

/** Fetches the settings of the shop and saves them; a refusal changes nothing. Throws `ConnectionError`. */
export async function fetchShop({ db, api, signal }: ShopPull): Promise<void> {
  const reply = await api.call('getShop', { timeout: 30_000, signal })
  if (reply.ok) await putValue(db, 'shop', reply.body)
}

/** What an earlier version of the app did not save has its default. */
export async function getSavedShop(db: ShopDatabase): Promise<ShopSettings | undefined> {
  return readShape(ShopSettings, await getValue(db, 'shop'))
}
