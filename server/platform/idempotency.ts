import { createHash } from 'node:crypto'
import type { ServiceDeps } from '../service-deps.ts'
import { isoNow } from './clock.ts'
import { databaseFault } from './db/dialect/errors.ts'
import { type Handle, together } from './db/handle.ts'
import type { KeyRow } from './db/schema.ts'
import { transact } from './db/transact.ts'
import { claimKey, findKey, setStatus } from './idempotency-keys-table.ts'
import { type Outcome, type Refusal, refuse } from './outcome.ts'
import { countHits, type LimitedHit, limitHit, limitReached } from './rate-limits.ts'

interface KeyedRequest<R = undefined> {
  /** without a key, the work is done each time */
  key: string | undefined
  /** the user's id; empty for calls of visitors */
  owner: string
  /** name and input of the call, without unknown fields */
  payload: unknown
  limits: LimitedHit[]
  /** looks without locks whether the work would be refused */
  refuseEarly?(): Promise<Refusal | undefined>
  /** its transaction may be shared, see `transact` */
  isShared?: boolean
  /** reads what the work needs, in its transaction, along with the claim of the key */
  read?: (tx: Handle) => Promise<R>
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

/** Answers a request whose key is already stored. */
async function replay(
  tx: Handle,
  stored: KeyRow,
  request: Pick<KeyedRequest, 'owner' | 'rebuild'> & { hash: string },
): Promise<Answered | Refusal> {
  const { owner, hash } = request
  if (stored.owner_id !== owner) return refuse('key-of-another-user')
  if (stored.status === 410) return refuse('order-deleted')
  if (stored.payload_hash !== hash) return refuse('key-reused')
  const text = await request.rebuild(tx, stored.id)
  return text.ok ? { ok: true, stored: { status: stored.status, text: text.value, replayed: true } } : text
}

type Work<R> = (tx: Handle, read: R) => Promise<Outcome<{ status: number; text: string }>>

async function inTransaction<R>(
  deps: ServiceDeps,
  request: KeyedRequest<R>,
  work: Work<R>,
): Promise<Answered | Refusal> {
  const { key, owner, isShared } = request
  const hash = hashOf(request.payload)
  const claimAndWork = async (tx: Handle): Promise<Answered | Refusal> => {
    const claim = { owner_id: owner, payload_hash: hash, created_at: isoNow(deps.clock) }
    const [read, isClaimed] = await together([
      // without it, R is undefined
      request.read?.(tx) as Promise<R>,
      key === undefined || claimKey(tx, { id: key, ...claim }),
    ])
    if (!isClaimed) {
      const stored = await findKey(tx, key ?? '')
      return stored ? replay(tx, stored, { ...request, hash }) : refuse('key-in-progress')
    }
    const outcome = await work(tx, read)
    if (!outcome.ok) return outcome
    const { status, text } = outcome.value
    if (key !== undefined && status !== 201) await setStatus(tx, key, status)
    // on PostgreSQL before it, since it would lock the counters' rows until its end, also for others of the same address
    for (const limit of tx.dialect === 'sqlite' ? request.limits : []) {
      const limited = await limitHit(deps, limit, tx)
      if (limited) return limited
    }
    return { ok: true, stored: { status, text, replayed: false } }
  }
  return transact(deps.db, claimAndWork, { isShared })
}

/** Refuses what is above a limit before any work is done, so that refusals cost little. A repeated request is let through. */
async function refuseEarly(
  deps: ServiceDeps,
  { key, limits, refuseEarly }: Omit<KeyedRequest, 'read'>,
): Promise<Refusal | undefined> {
  const refusal = (await refuseEarly?.()) ?? (await limitReached(deps, ...limits))
  return refusal && key !== undefined && (await findKey(deps.db, key)) ? undefined : refusal
}

const noteUncounted = (deps: ServiceDeps) => (error: unknown) =>
  deps.log?.warn({ message: String(error) }, 'hits were not taken back')

/**
 * Does work exactly once per key: key and effects are written in one transaction. A repeated request with the same owner and
 * payload gets the same answer, rebuilt from stored data, and does not count against the limits; refusals are not stored.
 * Refuses with `key-of-another-user`, `key-reused`, `order-deleted`, `key-in-progress` or `too-many`.
 */
export async function withIdempotencyKey<R>(
  deps: ServiceDeps,
  request: KeyedRequest<R>,
  work: Work<R>,
): Promise<Answered | Refusal> {
  const refused = await refuseEarly(deps, request)
  if (refused) return refused
  const isAhead = deps.db.dialect === 'postgres' && request.limits.length > 0
  const over = isAhead ? await countHits(deps, request.limits) : undefined
  let isDone = false
  try {
    if (over && (request.key === undefined || !(await findKey(deps.db, request.key)))) return over
    const answer = await inTransaction(deps, request, work)
    isDone = answer.ok && !answer.stored.replayed
    return answer
  } catch (error) {
    // the first request with this key still holds its row after our lock timeout
    if (request.key !== undefined && databaseFault(error) === 'locked') return refuse('key-in-progress')
    throw error
  } finally {
    if (isAhead && !isDone) void countHits(deps, request.limits, -1).catch(noteUncounted(deps))
  }
}
