import type { Handle } from './handle.ts'
import { type Gaps, prepared } from './prepared.ts'
import type { KeyRow } from './schema.ts'

const keyById = prepared((db, the: Gaps<{ id: string }>) =>
  db.query.selectFrom('idempotency_key').selectAll().where('id', '=', the.id),
)

export async function findKey(db: Handle, id: string): Promise<KeyRow | undefined> {
  return (await keyById(db, { id }))[0]
}

type Claim = Pick<KeyRow, 'id' | 'owner_id' | 'payload_hash' | 'created_at'>

const claim = prepared((tx, { id, owner_id, payload_hash, created_at }: Gaps<Claim>) =>
  tx.query
    .insertInto('idempotency_key')
    .values({ id, owner_id, payload_hash, created_at, status: 0, answer: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** Takes the key for this transaction; false when another one has it. Waits for one that is still at work. */
export async function claimKey(tx: Handle, key: Claim): Promise<boolean> {
  return (await claim(tx, key)).length > 0
}

type Stored = Pick<KeyRow, 'id' | 'status' | 'answer'>

const answerKey = prepared((tx, { id, status, answer }: Gaps<Stored>) =>
  tx.query.updateTable('idempotency_key').set({ status, answer }).where('id', '=', id),
)

export async function storeAnswer(tx: Handle, answered: Stored): Promise<void> {
  await answerKey(tx, answered)
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
