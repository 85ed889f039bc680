import type { Handle } from './handle.ts'
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

export async function countSubscribers(db: Handle): Promise<number> {
  const count = db.query.selectFrom('subscriber').select((the) => the.fn.countAll<number>().as('count'))
  return Number((await count.executeTakeFirstOrThrow()).count)
}

export async function listSubscribers(db: Handle, slice: { offset: number; limit: number }): Promise<SubscriberRow[]> {
  const query = db.query.selectFrom('subscriber').selectAll().orderBy('id', 'desc')
  return query.limit(slice.limit).offset(slice.offset).execute()
}
