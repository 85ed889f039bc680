import type { Handle } from './handle.ts'
import { countRows, newestIds, type Slice } from './list-marks.ts'
import type { SubscriberRow } from './schema.ts'

/** False when the address is subscribed already. */
export async function insertSubscriber(tx: Handle, subscriber: SubscriberRow): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('subscriber')
    .values(subscriber)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** All subscribers, to be counted and to be listed, newest first. */
export function allSubscribers(db: Handle) {
  return {
    count: () => countRows(db, 'subscriber'),
    async rows(slice: Slice): Promise<SubscriberRow[]> {
      const query = db.query.selectFrom('subscriber').selectAll()
      return query.where('id', 'in', newestIds('subscriber', slice)).orderBy('id', 'desc').execute()
    },
  }
}
