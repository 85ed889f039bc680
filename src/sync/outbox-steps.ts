import type { Change, Snapshot } from '../db/outbox.ts'
import { isPending } from '../db/outbox-rows.ts'
import type { OutboxProblem, OutboxRow, Session } from '../db/rows.ts'
import { backOff, isDue } from './back-off.ts'
import { type NewEntry, rowVersion } from './entries.ts'
import type { Verdict } from './outbox-types.ts'

// The steps of the state machine drawn in outbox.ts. Each is one transaction: a pure function of what is there.

/** Answers of status 500 in a row after which an entry lets others pass. */
export const failuresToStepAside = 8
/** How long the proof of a delivery is kept, ms. */
export const keepDone = 30 * 24 * 60 * 60_000

const isOurs = (row: OutboxRow) => row.v === rowVersion

/** Whether this session may send the entry. A visitor's message needs nobody. */
export function mayGo(row: OutboxRow, session: Session | undefined): boolean {
  return row.userId === '' || (session !== undefined && !session.expired && session.userId === row.userId)
}

/** Adds an entry. Ten clicks and two tabs are one: the same id with the same content is already there. */
export function accept({ rows }: Snapshot, entry: NewEntry, spareId: string): Change<OutboxRow> {
  const body = JSON.stringify(entry.payload.body)
  const used = rows.filter(({ id, from }) => id === entry.id || from === entry.id)
  const old = used.find((row) => row.userId === entry.userId && JSON.stringify(row.payload.body) === body)
  if (old) return { result: old }
  const seq = 1 + rows.reduce((last, row) => Math.max(last, row.seq), 0)
  // a stale tab that sends another content under a used id sends another request
  const row = { ...entry, seq, ...(used.length > 0 && { id: spareId, from: entry.id }) }
  return { result: row, put: [row], ...(entry.kind === 'order' && { cartSent: true }) }
}

/**
 * Puts right what a sender finds: interrupted tries go back into the queue, states follow the session, old proofs go.
 * `hurry` ends waits: of all entries (the button), or of those that nobody answered (the network may be back).
 */
export function align(
  { rows, session }: Snapshot,
  { now, hurry, random }: { now: number; hurry?: 'all' | 'unanswered' | undefined; random: () => number },
): Change<undefined> {
  const put: OutboxRow[] = []
  const remove: string[] = []
  for (const row of rows.filter(isOurs)) {
    if (row.state === 'done' && now - (row.sentAt ?? now) > keepDone) remove.push(row.id)
    if (row.state === 'done' || row.state === 'attention') continue
    const state = mayGo(row, session) ? 'queued' : 'waiting-login'
    const resumed = state === 'queued' && row.state === 'waiting-login'
    const unanswered = row.problem?.status === 0 || row.problem?.unproven
    const ended = hurry === 'all' || (hurry === 'unanswered' && unanswered)
    const next = ended && !isDue(row, now) ? now + (hurry === 'all' ? 0 : random() * backOff.base) : row.nextAt
    const nextAt = resumed ? now : Math.min(next, row.nextAt)
    if (state !== row.state || nextAt !== row.nextAt) put.push({ ...row, state, nextAt })
  }
  return { result: undefined, put, remove }
}

/** The entries that may be tried now or later, oldest first; per user only the first, and those that stepped aside. */
export function heads({ rows, session }: Snapshot): OutboxRow[] {
  const blocked = new Set<string>()
  return rows.filter((row) => {
    if (!isOurs(row) || row.state === 'done' || row.state === 'attention' || !mayGo(row, session)) return false
    if (blocked.has(row.userId)) return false
    if (row.failures < failuresToStepAside || row.state === 'sending') blocked.add(row.userId)
    return row.state === 'queued'
  })
}

export interface Claim {
  row: OutboxRow
  token: string | undefined
}

/**
 * Takes the entries that are due, `most` at once: each as if those before it had arrived, so whoever sends them stops at
 * the first that did not. The token is the one of this moment, and only for the entry's own user.
 */
export function claim(snapshot: Snapshot, { now, most }: { now: number; most: number }): Change<Claim[] | undefined> {
  const { session } = snapshot
  const claims: Claim[] = []
  let { rows } = snapshot
  while (claims.length < most) {
    const due = heads({ rows, session }).find((row) => isDue(row, now))
    if (due === undefined) break
    const row: OutboxRow = { ...due, state: 'sending', attempts: due.attempts + 1 }
    claims.push({ row, token: row.userId === '' ? undefined : session?.token })
    rows = rows.filter((each) => each !== due)
  }
  return { result: claims.length > 0 ? claims : undefined, put: claims.map(({ row }) => row) }
}

/** So many entries are claimed at once at most, and sent within that time, ms: so old may a token be, and a verdict unwritten. */
const mostAhead = 16
export const together = 100

/** How many entries to claim at once, after a round: twice as many when all went out fast, else what could be sent. */
export function ahead({ claimed, sent, took }: { claimed: number; sent: number; took: number }): number {
  return sent === claimed && took * 2 <= together ? Math.min(claimed * 2, mostAhead) : sent
}

/** Whether the entry claimed next may be sent now: only when this one will never be sent again. */
export function letsFollow({ is }: Verdict): boolean {
  return is === 'done' || is === 'attention'
}

/** Puts back what was claimed and never sent: it counts as not tried. */
export function release({ rows }: Snapshot, ids: string[]): Change<undefined> {
  const back = rows.filter((row) => ids.includes(row.id) && row.state === 'sending')
  return { result: undefined, put: back.map((row) => ({ ...row, state: 'queued', attempts: row.attempts - 1 })) }
}

export interface Outcome {
  id: string
  verdict: Verdict
  token: string | undefined
  now: number
  /** ms until the next try, should there be one */
  wait: number
}

/** Writes a verdict down. A proof of delivery is final; a refusal gives way to nothing but such a proof. */
export function settle({ rows, session }: Snapshot, { id, verdict, token, now, wait }: Outcome): Change<undefined> {
  const row = rows.find((each) => each.id === id)
  if (row === undefined || row.state === 'done') return { result: undefined }
  if (verdict.is === 'done') {
    const { problem: _, ...rest } = row
    return { result: undefined, put: [{ ...rest, state: 'done', sentAt: now, serverId: verdict.serverId || id }] }
  }
  if (row.state === 'attention') return { result: undefined }
  const { problem } = verdict
  if (verdict.is === 'attention') return { result: undefined, put: [{ ...row, state: 'attention', problem }] }
  if (verdict.is === 'login') return waitForLogin({ rows, session }, { row, token, now, problem })
  const failures = verdict.failed ? row.failures + 1 : 0
  return { result: undefined, put: [{ ...row, state: 'queued', failures, nextAt: now + wait, wait, problem }] }
}

type Step<T> = (seen: Snapshot) => Change<T>

/** Several steps as one, with all their results: each sees what those before it wrote. */
export function inTurn<T>(all: Snapshot, steps: readonly Step<T>[]): Change<T[]> {
  let { rows, session } = all
  const remove: string[] = []
  const sum = {}
  const result = steps.map((step) => {
    const change = step({ rows, session })
    const put = change.put ?? []
    const old = new Set([...put.map(({ id }) => id), ...(change.remove ?? [])])
    rows = [...rows.filter(({ id }) => !old.has(id)), ...put].sort((a, b) => a.seq - b.seq)
    session = change.session ?? session
    remove.push(...(change.remove ?? []))
    Object.assign(sum, change)
    return change.result
  })
  const known = new Set(all.rows)
  return { ...sum, result, put: rows.filter((row) => !known.has(row)), remove }
}

/** The token is worth nothing: all of the user's entries wait, unless a new login came while this try was on its way. */
function waitForLogin(
  { rows, session }: Snapshot,
  { row, token, now, problem }: { row: OutboxRow; token: string | undefined; now: number; problem: OutboxProblem },
): Change<undefined> {
  const expired = session !== undefined && session.token === token ? { ...session, expired: true as const } : session
  if (mayGo(row, expired)) return { result: undefined, put: [{ ...row, state: 'queued', nextAt: now, problem }] }
  const waiting = rows
    .filter((each) => each.userId === row.userId && isOurs(each) && ['queued', 'sending'].includes(each.state))
    .map((each): OutboxRow => ({ ...each, state: 'waiting-login', ...(each.id === row.id && { problem }) }))
  return { result: undefined, put: waiting, ...(expired && expired !== session && { session: expired }) }
}

/** The decisions of a sender. */
export const decisions = { align, heads, claim, letsFollow, ahead, release, settle }

/** Whether the person may still take an entry back: the server refused it, or it has never left the device. */
export function mayTakeBack(row: OutboxRow): boolean {
  const untried = row.attempts === 0 && (row.state === 'queued' || row.state === 'waiting-login')
  return isOurs(row) && (row.state === 'attention' || untried)
}

/** Puts an order that may be taken back into the cart and removes the entry: sent again, it is a new request. */
export function editAgain(
  { rows }: Snapshot,
  { id, aside }: { id: string; aside: { id: string; name: string; now: number } },
): Change<boolean> {
  const row = rows.find((each) => each.id === id)
  if (row === undefined || row.payload.kind !== 'order' || !mayTakeBack(row)) return { result: false }
  return { result: true, remove: [id], cartBack: { lines: row.payload.display.lines, aside } }
}

/** Removes an entry that may be taken back. */
export function discard({ rows }: Snapshot, id: string): Change<boolean> {
  const found = rows.some((row) => row.id === id && mayTakeBack(row))
  return found ? { result: true, remove: [id] } : { result: false }
}

/** Removes a user's entries: those under way, when the person wants them gone, or the proofs of those that went. */
export function removeAllOf({ rows }: Snapshot, userId: string, which: 'pending' | 'done'): Change<void> {
  const pending = which === 'pending'
  const gone = rows.filter((row) => row.userId === userId && isOurs(row) && isPending(row) === pending)
  return { result: undefined, remove: gone.map(({ id }) => id) }
}
