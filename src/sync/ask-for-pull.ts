import type { ShopDatabase } from '../db/schema.ts'
import { getValue, putValue } from '../db/values.ts'

/** Asks whoever holds the device's lock for a pull of these feeds. */
export function askForPull(db: ShopDatabase, feeds: readonly ('orders' | 'catalogue')[]): Promise<void> {
  return db.transaction('rw', db.values, async () => {
    const asked = (await getValue(db, 'pull-asked')) ?? { orders: 0, catalogue: 0 }
    for (const feed of feeds) asked[feed]++
    await putValue(db, 'pull-asked', asked)
  })
}
