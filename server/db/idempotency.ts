import { createHash } from 'node:crypto'
import { type Caller, transactAs } from '../http/caller.ts'
import { Answer } from '../http/pipeline.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { type Db, findRow, insertNew, isoNow, transact, updateRows } from './database.ts'
import { databaseFault } from './dialect/database-errors.ts'
import { type LimitedHit, limitHits, limitReached } from './rate-limits.ts'
import type { KeyRow } from './row-types.ts'

interface KeyedRequest<T> {
  /** without a key, the work is done each time */
  key: string | undefined
  /** undefined for calls of visitors */
  caller: Caller | undefined
  /** name and input of the call, without unknown fields */
  payload: unknown
  limits: LimitedHit[]
  /** looks without locks whether the work would be refused */
  refuseEarly?(): Promise<void>
  /** rebuilds the answer from stored data; refuses if the data was deleted */
  rebuild(db: Db, key: string): Promise<T>
}

/** JSON with sorted keys, so that the order of fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

export const findKey = (db: Db, id: string) => findRow(db, 'idempotency_key', { id })

/** Claims the key for this transaction, after waiting for a running one that has it; false if it is already used. */
const claimKey = (tx: Db, key: Omit<KeyRow, 'status'>) => insertNew(tx, 'idempotency_key', { ...key, status: 201 })

/** Leaves a tombstone under the id of a deleted order, even if that order was sent without a key. */
export async function markKeyDeleted(tx: Db, tombstone: Omit<KeyRow, 'status'>): Promise<void> {
  const gone = { status: 410 }
  const inserting = tx.query.insertInto('idempotency_key').values({ ...tombstone, ...gone })
  await inserting.onConflict((conflict) => conflict.column('id').doUpdateSet(gone)).execute()
}

/** Refuses the requests of an owner that come later with one of these keys; those that were answered stay. */
export async function supersedeKeys(
  tx: Db,
  ids: readonly string[],
  { author, now }: { author: { id: string }; now: string },
): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.toSorted().map((id) => ({ id, owner_id: author.id, payload_hash: '', status: 409, created_at: now }))
  const inserting = tx.query.insertInto('idempotency_key').values(rows)
  await inserting.onConflict((conflict) => conflict.doNothing()).execute()
}

/**
 * Does work exactly once per key: key and effects are written in one transaction. A repeated request with the same owner and
 * payload gets the same answer, rebuilt from stored data, and does not count against the limits; refusals are not stored.
 * Refuses with `key-of-another-user`, `key-reused`, `order-deleted`, `key-in-progress` or `too-many`, and like `refuseCaller`.
 */
export async function withIdempotencyKey<T>(
  deps: ServiceDeps,
  request: KeyedRequest<T>,
  work: (tx: Db) => Promise<T | Answer<T>>,
): Promise<Answer<T>> {
  const { key, caller, limits, rebuild } = request
  const passRepeated = async (error: unknown) => {
    if (!isRefusal(error) || key === undefined || !(await findKey(deps.db, key))) throw error
  }
  // before any work is done, so that refusals cost little
  await request.refuseEarly?.().catch(passRepeated)
  await limitReached(deps, ...limits).catch(passRepeated)
  const payload_hash = createHash('sha256').update(canonical(request.payload)).digest('hex')
  const claim = { owner_id: caller?.id ?? '', payload_hash, created_at: isoNow(deps.clock) }
  const claimAndWork = async (tx: Db): Promise<Answer<T>> => {
    if (key !== undefined && !(await claimKey(tx, { id: key, ...claim }))) {
      const stored = await findKey(tx, key)
      if (!stored) throw refuse('key-in-progress')
      if (stored.owner_id !== claim.owner_id) throw refuse('key-of-another-user')
      if (stored.status === 410) throw refuse('order-deleted')
      if (stored.payload_hash !== claim.payload_hash) throw refuse('key-reused')
      return new Answer(await rebuild(tx, key), { status: stored.status, isReplayed: true })
    }
    const worked = await work(tx)
    const answer = worked instanceof Answer ? worked : new Answer(worked, { status: 201 })
    const { status = 201 } = answer.sent
    if (key !== undefined && status !== 201)
      await updateRows(tx, 'idempotency_key', { having: { id: key }, change: { status } })
    await limitHits(deps, limits, tx)
    return answer
  }
  try {
    return await (caller ? transactAs(deps, caller, claimAndWork) : transact(deps.db, claimAndWork))
  } catch (error) {
    // the first request with this key still holds its row after our lock timeout
    if (key !== undefined && databaseFault(error) === 'locked') throw refuse('key-in-progress')
    throw error
  }
}
