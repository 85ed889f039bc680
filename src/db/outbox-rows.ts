import type { ShopDatabase } from './database.ts'
import type { OutboxRow } from './rows.ts'

/** Whether a request has not reached the server yet, refused ones included. */
export const isPending = ({ state }: Pick<OutboxRow, 'state'>) => state !== 'done'

/** One entry; undefined when there is none. */
export function getOutboxRow(db: ShopDatabase, id: string): Promise<OutboxRow | undefined> {
  return db.outbox.get(id)
}

/** All entries of a user in the order of acceptance. */
export async function getOutboxOf(db: ShopDatabase, userId: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.toArray()
  return rows.filter((row) => row.userId === userId).sort((a, b) => a.seq - b.seq)
}
