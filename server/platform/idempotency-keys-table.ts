import { compiledOnce } from './db/compiled.ts'
import type { Handle } from './db/handle.ts'
import type { KeyRow } from './db/schema.ts'

export async function findKey(db: Handle, id: string): Promise<KeyRow | undefined> {
  return db.query.selectFrom('idempotency_key').selectAll().where('id', '=', id).executeTakeFirst()
}

type Claim = Pick<KeyRow, 'id' | 'owner_id' | 'payload_hash' | 'created_at'>

const claimedKey = compiledOnce((tx, key: KeyRow) =>
  tx.query
    .insertInto('idempotency_key')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** Claims the key for this transaction, after waiting for a running one that has it; false if it is already used. */
export async function claimKey(tx: Handle, key: Claim): Promise<boolean> {
  return (await claimedKey(tx, { ...key, status: 201 })).length > 0
}

/** For answers with another status than 201. */
export async function setStatus(tx: Handle, id: string, status: number): Promise<void> {
  await tx.query.updateTable('idempotency_key').set({ status }).where('id', '=', id).execute()
}

/** Leaves a tombstone under the id of a deleted order, even if that order was sent without a key. */
export async function markKeyDeleted(tx: Handle, tombstone: Omit<KeyRow, 'status'>): Promise<void> {
  const gone = { status: 410 }
  await tx.query
    .insertInto('idempotency_key')
    .values({ ...tombstone, ...gone })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(gone))
    .execute()
}
