import type { Handle } from '../platform/db/handle.ts'
import { countRows, type LongList } from '../platform/db/long-list.ts'
import type { SubscriberRow } from '../platform/db/schema.ts'

/** False if the address is subscribed already. */
export async function insertSubscriber(tx: Handle, subscriber: SubscriberRow): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('subscriber')
    .values(subscriber)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes one subscriber and returns the address; undefined if there is none. */
export async function deleteSubscriber(
  db: Handle,
  where: { id: string } | { token: string },
): Promise<string | undefined> {
  const query = db.query.deleteFrom('subscriber').returning('email')
  const one = 'id' in where ? query.where('id', '=', where.id) : query.where('token', '=', where.token)
  return (await one.executeTakeFirst())?.email
}

export async function hasSubscriber(db: Handle, token: string): Promise<boolean> {
  const query = db.query.selectFrom('subscriber').select('id').where('token', '=', token)
  return (await query.executeTakeFirst()) !== undefined
}

/** All subscribers, newest first. */
export function allSubscribers(db: Handle): LongList<SubscriberRow> {
  const newest = db.query.selectFrom('subscriber').selectAll().orderBy('id', 'desc')
  return {
    count: () => countRows(db, 'subscriber'),
    rows: ({ offset, limit }) => newest.limit(limit).offset(offset).execute(),
  }
}
