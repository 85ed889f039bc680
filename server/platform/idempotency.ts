import { createHash } from 'node:crypto'
import type { ServiceDeps } from '../service-deps.ts'
import { isoNow } from './clock.ts'
import { databaseFault } from './db/dialect/errors.ts'
import { type Handle, together } from './db/handle.ts'
import type { KeyRow } from './db/schema.ts'
import { transact } from './db/transact.ts'
import { claimKey, findKey, setStatus } from './idempotency-keys-table.ts'
import { countHits, type LimitedHit, limitHit, limitReached } from './rate-limits.ts'
import { Answer, isRefusal, refuse } from './refusal.ts'

interface KeyedRequest<T, R = undefined> {
  /** without a key, the work is done each time */
  key: string | undefined
  /** the user's id; empty for calls of visitors */
  owner: string
  /** name and input of the call, without unknown fields */
  payload: unknown
  limits: LimitedHit[]
  /** looks without locks whether the work would be refused */
  refuseEarly?(): Promise<void>
  /** its transaction may be shared, see `transact` */
  isShared?: boolean
  /** reads what the work needs, in its transaction, along with the claim of the key */
  read?: (tx: Handle) => Promise<R>
  /** rebuilds the answer from stored data; refuses if the data was deleted */
  rebuild(db: Handle, key: string): Promise<T>
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

/** Answers a request whose key is already stored. */
async function replay<T>(
  tx: Handle,
  stored: KeyRow,
  { owner, hash, rebuild }: Pick<KeyedRequest<T>, 'owner' | 'rebuild'> & { hash: string },
): Promise<Answer<T>> {
  if (stored.owner_id !== owner) throw refuse('key-of-another-user')
  if (stored.status === 410) throw refuse('order-deleted')
  if (stored.payload_hash !== hash) throw refuse('key-reused')
  return new Answer(await rebuild(tx, stored.id), { status: stored.status, isReplayed: true })
}

type Work<T, R> = (tx: Handle, read: R) => Promise<T | Answer<T>>

async function inTransaction<T, R>(
  deps: ServiceDeps,
  request: KeyedRequest<T, R>,
  work: Work<T, R>,
): Promise<Answer<T>> {
  const { key, owner, isShared } = request
  const hash = hashOf(request.payload)
  const claimAndWork = async (tx: Handle): Promise<Answer<T>> => {
    const claim = { owner_id: owner, payload_hash: hash, created_at: isoNow(deps.clock) }
    const [read, isClaimed] = await together([
      // without it, R is undefined
      request.read?.(tx) as Promise<R>,
      key === undefined || claimKey(tx, { id: key, ...claim }),
    ])
    if (!isClaimed) {
      const stored = await findKey(tx, key ?? '')
      if (!stored) throw refuse('key-in-progress')
      return replay(tx, stored, { ...request, hash })
    }
    const worked = await work(tx, read)
    const answer = worked instanceof Answer ? worked : new Answer(worked, { status: 201 })
    const { status = 201 } = answer.sent
    if (key !== undefined && status !== 201) await setStatus(tx, key, status)
    // on PostgreSQL before it, since it would lock the counters' rows until its end, also for others of the same address
    for (const limit of tx.dialect === 'sqlite' ? request.limits : []) await limitHit(deps, limit, tx)
    return answer
  }
  return transact(deps.db, claimAndWork, { isShared })
}

const noteUncounted = (deps: ServiceDeps) => (error: unknown) => {
  if (!isRefusal(error)) deps.log?.warn({ message: String(error) }, 'hits were not taken back')
}

/**
 * Does work exactly once per key: key and effects are written in one transaction. A repeated request with the same owner and
 * payload gets the same answer, rebuilt from stored data, and does not count against the limits; refusals are not stored.
 * Refuses with `key-of-another-user`, `key-reused`, `order-deleted`, `key-in-progress` or `too-many`.
 */
export async function withIdempotencyKey<T, R>(
  deps: ServiceDeps,
  request: KeyedRequest<T, R>,
  work: Work<T, R>,
): Promise<Answer<T>> {
  const { key, limits } = request
  const passRepeated = async (error: unknown) => {
    if (!isRefusal(error) || key === undefined || !(await findKey(deps.db, key))) throw error
  }
  // before any work is done, so that refusals cost little
  await request.refuseEarly?.().catch(passRepeated)
  await limitReached(deps, ...limits).catch(passRepeated)
  const isAhead = deps.db.dialect === 'postgres' && limits.length > 0
  const over = isAhead ? await countHits(deps, limits).catch((error) => error as unknown) : undefined
  let isDone = false
  try {
    if (over) await passRepeated(over)
    const answer = await inTransaction(deps, request, work)
    isDone = !answer.sent.isReplayed
    return answer
  } catch (error) {
    // the first request with this key still holds its row after our lock timeout
    if (key !== undefined && databaseFault(error) === 'locked') throw refuse('key-in-progress')
    throw error
  } finally {
    if (isAhead && !isDone) void countHits(deps, limits, -1).catch(noteUncounted(deps))
  }
}
