import { createHash } from 'node:crypto'
import type { ServiceDeps } from '../service-deps.ts'
import { type Caller, transactAs } from './caller.ts'
import { isoNow } from './clock.ts'
import { databaseFault } from './db/dialect/errors.ts'
import type { Handle } from './db/handle.ts'
import type { KeyRow } from './db/schema.ts'
import { transact } from './db/transact.ts'
import { type Outcome, type Refusal, refuse } from './outcome.ts'
import { type LimitedHit, limitHits, limitReached } from './rate-limits.ts'

interface KeyedRequest {
  /** without a key, the work is done each time */
  key: string | undefined
  /** undefined for calls of visitors */
  caller: Caller | undefined
  /** name and input of the call, without unknown fields */
  payload: unknown
  limits: LimitedHit[]
  /** looks without locks whether the work would be refused */
  refuseEarly?(): Promise<Refusal | undefined>
  /** rebuilds the answer's text from stored data; refuses if the data was deleted */
  rebuild(db: Handle, key: string): Promise<Outcome<string>>
}

/** The serialised answer of a keyed call, built in the transaction of its work. */
export interface Answered {
  ok: true
  stored: { status: number; text: string; replayed: boolean }
}

/** JSON with sorted keys, so that the order of fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

function hashOf(payload: unknown): string {
  return createHash('sha256').update(canonical(payload)).digest('hex')
}

export async function findKey(db: Handle, id: string): Promise<KeyRow | undefined> {
  return db.query.selectFrom('idempotency_key').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Claims the key for this transaction, after waiting for a running one that has it; false if it is already used. */
async function claimKey(tx: Handle, key: Omit<KeyRow, 'status'>): Promise<boolean> {
  const claimed = await tx.query
    .insertInto('idempotency_key')
    .values({ ...key, status: 201 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
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

/** Answers a request whose key is already stored. */
async function replay(
  tx: Handle,
  stored: KeyRow,
  { rebuild, claim }: Pick<KeyedRequest, 'rebuild'> & { claim: Pick<KeyRow, 'owner_id' | 'payload_hash'> },
): Promise<Answered | Refusal> {
  if (stored.owner_id !== claim.owner_id) return refuse('key-of-another-user')
  if (stored.status === 410) return refuse('order-deleted')
  if (stored.payload_hash !== claim.payload_hash) return refuse('key-reused')
  const text = await rebuild(tx, stored.id)
  return text.ok ? { ok: true, stored: { status: stored.status, text: text.value, replayed: true } } : text
}

type Work = (tx: Handle) => Promise<Outcome<{ status: number; text: string }>>

/** Refuses what is above a limit before any work is done, so that refusals cost little. A repeated request is let through. */
async function refuseEarly(
  deps: ServiceDeps,
  { key, limits, refuseEarly }: KeyedRequest,
): Promise<Refusal | undefined> {
  const refusal = (await refuseEarly?.()) ?? (await limitReached(deps, ...limits))
  return refusal && key !== undefined && (await findKey(deps.db, key)) ? undefined : refusal
}

/**
 * Does work exactly once per key: key and effects are written in one transaction. A repeated request with the same owner and
 * payload gets the same answer, rebuilt from stored data, and does not count against the limits; refusals are not stored.
 * Refuses with `key-of-another-user`, `key-reused`, `order-deleted`, `key-in-progress` or `too-many`, and like `refuseCaller`.
 */
export async function withIdempotencyKey(
  deps: ServiceDeps,
  request: KeyedRequest,
  work: Work,
): Promise<Answered | Refusal> {
  const { key, caller, limits } = request
  const refused = await refuseEarly(deps, request)
  if (refused) return refused
  const owned = { owner_id: caller?.id ?? '', payload_hash: hashOf(request.payload), created_at: isoNow(deps.clock) }
  const claimAndWork = async (tx: Handle): Promise<Answered | Refusal> => {
    if (key !== undefined && !(await claimKey(tx, { id: key, ...owned }))) {
      const stored = await findKey(tx, key)
      return stored ? replay(tx, stored, { rebuild: request.rebuild, claim: owned }) : refuse('key-in-progress')
    }
    const outcome = await work(tx)
    if (!outcome.ok) return outcome
    const { status, text } = outcome.value
    if (key !== undefined && status !== 201)
      await tx.query.updateTable('idempotency_key').set({ status }).where('id', '=', key).execute()
    return (await limitHits(deps, limits, tx)) ?? { ok: true, stored: { status, text, replayed: false } }
  }
  try {
    return await (caller ? transactAs(deps, caller, claimAndWork) : transact(deps.db, claimAndWork))
  } catch (error) {
    // the first request with this key still holds its row after our lock timeout
    if (key !== undefined && databaseFault(error) === 'locked') return refuse('key-in-progress')
    throw error
  }
}
