import { getShop, putShop } from '../db/shop.ts'
import type { Pull } from './pull.ts'

/** The settings are small; a pull that brings none is made up for by the next one, ms. */
const timeout = 30_000

/**
 * Saves the settings of the shop. Throws `ConnectionError` when no server answered; a server without settings changes nothing.
 */
export async function fetchShop({ db, api, signal }: Pick<Pull, 'db' | 'api' | 'signal'>): Promise<void> {
  const reply = await api.call('getShop', { timeout, ...(signal && { signal }) })
  if (reply.ok) await putShop(db, reply.body)
}

/** The same, where the catalogue's feed names another version than the saved one. */
export async function pullShop(pull: Pick<Pull, 'db' | 'api' | 'signal'>, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== (await getShop(pull.db))?.version) await fetchShop(pull)
}
