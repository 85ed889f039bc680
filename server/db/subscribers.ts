import type { Handle } from './handle.ts'
import { countRows, type LongList } from './long-list.ts'
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

/** All subscribers, newest first. */
export function allSubscribers(db: Handle): LongList<SubscriberRow> {
  const newest = db.query.selectFrom('subscriber').selectAll().orderBy('id', 'desc')
  return {
    count: () => countRows(db, 'subscriber'),
    rows: ({ offset, limit }) => newest.limit(limit).offset(offset).execute(),
  }
}
