import type { Order } from '../../contract/orders.ts'
import type { Change, Snapshot } from '../db/outbox-rows.ts'
import type { OutboxProblem, OutboxRow, Session } from '../db/rows.ts'
import { isHeld, isSameContent, kindOf, mayChange, moveEvents, type NewEntry, supersedeQueuedOffer } from './kinds.ts'

/** What an answer or its absence means for an entry. */
export type Verdict =
  /** `order`: the order in the answer to an order or an event */
  | { kind: 'done'; serverId: string; order?: Order }
  /** `after`: ms, from `Retry-After`; `failed`: the status was 500; `neverLeft`: the request has not left the device */
  | { kind: 'retry'; problem: OutboxProblem; after?: number | undefined; failed?: boolean; neverLeft?: boolean }
  | { kind: 'login'; problem: OutboxProblem }
  /** another order has the reference made from this id; nothing was stored */
  | { kind: 'taken'; problem: OutboxProblem }
  /** `order`: its present state, where the server refused an event because of it */
  | { kind: 'attention'; problem: OutboxProblem; order?: Order }

// The steps of the state machine drawn in outbox.ts. Each is one transaction: a pure function of what is there.

/** Answers of status 500 in a row after which an entry lets others pass. */
const failuresToStepAside = 8
/** How long the proof of a delivery is stored, ms. */
export const doneLifetime = 30 * 24 * 60 * 60_000

/** Whether this session may send the entry. A visitor's message and a logout need no session. */
export function canSend(row: OutboxRow, session: Session | undefined): boolean {
  return row.userId === '' || (session !== undefined && !session.expired && session.userId === row.userId)
}

/** Adds an entry. The same id with the same content is added only once, so ten clicks or two tabs are one entry. */
export function accept({ rows }: Snapshot, entry: NewEntry, spareId: string): Change<OutboxRow> {
  const used = rows.filter(({ id, from }) => id === entry.id || from === entry.id)
  const old = used.find((row) => row.userId === entry.userId && isSameContent(row.payload, entry.payload))
  if (old) return { result: old }
  const last = 1 + rows.reduce((latest, row) => Math.max(latest, row.seq), 0)
  // other content under a used id comes from a stale tab and is another request
  const { entry: placed, seq = last, remove } = kindOf(entry).place?.(rows, entry) ?? { entry, remove: [] }
  const row = { ...placed, seq, ...(used.length > 0 && { id: spareId, from: entry.id }) }
  const { payload } = entry
  return {
    result: row,
    put: [row],
    remove,
    ...(payload.kind === 'order' && !payload.body.for && { cartSent: payload.display.lines }),
  }
}

/** Repairs the queue before a drain: queues interrupted tries again, sets states by the session, and removes old proofs of delivery. */
export function repairQueue({ rows, session }: Snapshot, { now }: { now: number }): Change<undefined> {
  const put: OutboxRow[] = []
  const remove: string[] = []
  for (const row of rows.filter(mayChange)) {
    if (row.state === 'done' && now - (row.sentAt ?? now) > doneLifetime) remove.push(row.id)
    if (row.state === 'done' || row.state === 'attention') continue
    const state = canSend(row, session) ? 'queued' : 'waiting-login'
    const resumed = state === 'queued' && row.state === 'waiting-login'
    if (state !== row.state) put.push({ ...row, state, nextAt: resumed ? Math.min(now, row.nextAt) : row.nextAt })
  }
  return withOneOffer(rows, { result: undefined, put, remove })
}

/** Which waits end early: all when the person pressed the button, those without an answer when the network may be back. */
export type EndedWaits = 'all' | 'unanswered'

/** Ends the waits of all queued entries, or of those without an answer; these are spread over a second. */
export function endWaits(
  { rows }: Snapshot,
  { now, which, random }: { now: number; which: EndedWaits; random: () => number },
): Change<undefined> {
  const isUnanswered = ({ problem }: OutboxRow) => problem?.status === 0 || problem?.unproven
  const put = rows
    .filter((row) => mayChange(row) && row.state === 'queued' && !isDue(row, now))
    .filter((row) => which === 'all' || isUnanswered(row))
    .map((row) => ({ ...row, nextAt: Math.min(row.nextAt, now + (which === 'all' ? 0 : random() * backOff.base)) }))
  return { result: undefined, put }
}

/** Each offer that is not being sent gives its place to a newer one that waits behind it. */
function withOneOffer(rows: OutboxRow[], change: Change<undefined>): Change<undefined> {
  const given = supersedeQueuedOffer(written(rows, change))
  if (!given) return change
  const put = written(change.put ?? [], given)
  return withOneOffer(rows, { ...change, put, remove: [...(change.remove ?? []), ...given.remove] })
}

/** The entries that may be tried now or later: for each user the oldest one, and before it those that failed too often to block the queue. */
export function sendableEntries({ rows, session }: Snapshot): OutboxRow[] {
  const blocked = new Set<string>()
  return rows.filter((row) => {
    if (!mayChange(row) || row.state === 'done' || row.state === 'attention' || !canSend(row, session)) return false
    // a logout waits for no other entry, and no entry waits for it
    if (kindOf(row).token) return row.state === 'queued'
    if (blocked.has(row.userId) || isHeld(rows, row)) return false
    if (row.failures < failuresToStepAside || row.state === 'sending') blocked.add(row.userId)
    return row.state === 'queued'
  })
}

/** What wakes an engine when somebody has written it: a claim, and the end of one, are the engine's own work. */
export const watchedEntries = (rows: readonly OutboxRow[]): string =>
  rows
    .filter(({ state }) => state !== 'done')
    .map(({ id, nextAt, state }) => `${id} ${nextAt} ${state === 'sending' ? 'queued' : state}`)
    .join()

export interface Claim {
  row: OutboxRow
  token: string | undefined
}

/** Marks the first due entry as being sent. Its token is the current one, and only for the entry's own user. */
export function claim(all: Snapshot, now: number): Change<Claim | undefined> {
  const due = sendableEntries(all).find((row) => isDue(row, now))
  if (due === undefined) return { result: undefined }
  const row: OutboxRow = { ...due, state: 'sending', attempts: due.attempts + 1 }
  const usersToken = row.userId === '' ? undefined : all.session?.token
  return { result: { row, token: kindOf(row).token?.(row.payload) ?? usersToken }, put: [row] }
}

export interface TryOutcome {
  id: string
  verdict: Verdict
  token: string | undefined
  now: number
  /** ms until the next try, should there be one */
  wait: number
  /** for an entry whose reference is taken */
  newId: string
}

/** Saves a verdict. A proof of delivery is final; a refusal is replaced only by such a proof. */
export function settle(all: Snapshot, outcome: TryOutcome): Change<undefined> {
  const change = settleOne(all, outcome)
  // a newer offer may have come while this one was being sent
  return withOneOffer(all.rows, change)
}

function settleOne({ rows, session }: Snapshot, outcome: TryOutcome): Change<undefined> {
  const { id, verdict, token, now, wait } = outcome
  const row = rows.find((each) => each.id === id)
  if (row === undefined || row.state === 'done') return { result: undefined }
  if (verdict.kind === 'done') {
    if (kindOf(row).token) return { result: undefined, remove: [id] }
    const { problem: _, ...rest } = row
    const done: OutboxRow = { ...rest, sentAt: now, serverId: verdict.serverId || id, state: 'done' }
    const delivered = kindOf(row).delivered?.(row, session?.userId === row.userId ? session : undefined)
    return { result: undefined, put: [done], ...delivered, ...answerOf(row, { session, now, order: verdict.order }) }
  }
  if (row.state === 'attention') return { result: undefined }
  const { problem } = verdict
  if (verdict.kind === 'attention') {
    const refused: OutboxRow = { ...row, state: 'attention', problem }
    return { result: undefined, put: [refused], ...answerOf(row, { session, now, order: verdict.order }) }
  }
  if (verdict.kind === 'login') return waitForLogin({ rows, session }, { row, token, now, problem })
  if (verdict.kind === 'taken') return rename(rows, row, outcome)
  const failures = verdict.failed ? row.failures + 1 : 0
  const unsent = verdict.neverLeft && { unsent: (row.unsent ?? 0) + 1 }
  const again = { ...row, ...unsent, failures, nextAt: now + wait, wait, problem }
  return { result: undefined, put: [{ ...again, state: 'queued' }] }
}

interface Answered {
  session: Session | undefined
  now: number
  order: Order | undefined
}

/** The order in an answer, saved together with the verdict unless its user has logged out. */
function answerOf(row: OutboxRow, { session, now, order }: Answered): Pick<Change<undefined>, 'answer'> {
  if (order === undefined || session?.userId !== row.userId) return {}
  return { answer: { userId: row.userId, order, at: now, isNew: kindOf(row).order === 'new' } }
}

/** Queues an entry under a new id, since nothing was stored under the old one. Links to the old id find it by `from`. */
function rename(rows: OutboxRow[], row: OutboxRow, { newId, now, wait }: TryOutcome): Change<undefined> {
  const { problem: _, ...rest } = row
  const renamed: OutboxRow = {
    ...rest,
    failures: 0,
    id: newId,
    from: row.from ?? row.id,
    state: 'queued',
    nextAt: now + wait,
    wait,
  }
  return { result: undefined, put: [renamed, ...moveEvents(rows, row, newId)], remove: [row.id] }
}

/** Combines two steps: the second one sees what the first one writes. */
export function andThen<T>(
  all: Snapshot,
  first: (seen: Snapshot) => Change<unknown>,
  second: (seen: Snapshot) => Change<T>,
): Change<T> {
  const one = first(all)
  const rows = written(all.rows, one)
  const session = one.session === undefined ? all.session : (one.session ?? undefined)
  const two = second({ rows, session })
  const put = written(one.put ?? [], two)
  return { ...one, ...two, put, remove: [...(one.remove ?? []), ...(two.remove ?? [])] }
}

function written(rows: OutboxRow[], { put = [], remove = [] }: Pick<Change<unknown>, 'put' | 'remove'>): OutboxRow[] {
  const replaced = new Set([...put.map(({ id }) => id), ...remove])
  return [...rows.filter(({ id }) => !replaced.has(id)), ...put].sort((a, b) => a.seq - b.seq)
}

/** The token was refused: all of the user's entries wait, unless the user has logged in again since. */
function waitForLogin(
  { rows, session }: Snapshot,
  { row, token, now, problem }: Pick<TryOutcome, 'token' | 'now'> & { row: OutboxRow; problem: OutboxProblem },
): Change<undefined> {
  const expired = session !== undefined && session.token === token ? { ...session, expired: true as const } : session
  if (canSend(row, expired))
    return { result: undefined, put: [{ ...row, state: 'queued', failures: 0, nextAt: now, problem }] }
  const waiting = rows
    .filter((each) => each.userId === row.userId && mayChange(each) && ['queued', 'sending'].includes(each.state))
    .map(
      (each): OutboxRow => ({ ...each, state: 'waiting-login', ...(each.id === row.id && { failures: 0, problem }) }),
    )
  return { result: undefined, put: waiting, ...(expired && expired !== session && { session: expired }) }
}

/** The decisions of a sender. */
export const decisions = { repairQueue, endWaits, sendableEntries, claim, settle }

/** ms */
export const backOff = { base: 1000, max: 5 * 60_000, retryAfterMax: 60 * 60_000 } as const

/** ms to wait after the `attempts`-th try: full jitter over 1 s … 5 min; `after`, the server's `Retry-After` in ms, wins up to an hour. */
export function delay(attempts: number, after: number | undefined, random: () => number): number {
  if (after !== undefined) return Math.min(after, backOff.retryAfterMax) + random() * backOff.base
  const ceiling = Math.min(backOff.max, backOff.base * 2 ** Math.min(attempts - 1, 20))
  return random() * ceiling
}

/** Whether an entry may be tried. If more than the full wait is left, the clock was set back. */
export function isDue({ nextAt, wait }: { nextAt: number; wait: number }, now: number): boolean {
  return now >= nextAt || nextAt - now > wait
}
