import type { Handle } from './client.ts'
import type { KeyRow } from './schema.ts'

export async function findKey(db: Handle, id: string): Promise<KeyRow | undefined> {
  return db.query.selectFrom('idempotency_key').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Takes the key for this transaction; false when another one has it. Waits for one that is still at work. */
export async function claimKey(tx: Handle, key: Pick<KeyRow, 'id' | 'owner_id' | 'payload_hash' | 'created_at'>) {
  const claimed = await tx.query
    .insertInto('idempotency_key')
    .values({ ...key, status: 0, answer: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function storeAnswer(tx: Handle, id: string, answer: Pick<KeyRow, 'status' | 'answer'>): Promise<void> {
  await tx.query.updateTable('idempotency_key').set(answer).where('id', '=', id).execute()
}

/** Leaves a tombstone under the id of a deleted order, also when that order came without a key. */
export async function buryKey(tx: Handle, tombstone: Omit<KeyRow, 'answer' | 'status'>): Promise<void> {
  const gone = { status: 410, answer: '' }
  await tx.query
    .insertInto('idempotency_key')
    .values({ ...tombstone, ...gone })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(gone))
    .execute()
}
