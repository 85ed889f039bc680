import { deleteRows, hour, isoNow } from '../db/database.ts'
import type { OutboxRow } from '../db/row-types.ts'
import type { Counts, ServiceDeps } from '../service-deps.ts'
import { claimDue, releaseRow, updateTried } from './outbox-queue.ts'

/** Milliseconds. The delay doubles with each attempt. */
const retry = { first: 60_000, longest: 6 * hour }
/** Failed attempts before a row is given up, within two and a half days. */
const usualAttempts = 16

/** How rows of a kind are sent. */
export interface Sending<Sent = unknown> {
  kind: OutboxRow['kind']
  /** of each failure */
  failure: { message: string; count: keyof Counts }
  /** rounds that may run at the same time, so that a slow lane holds up no other; by default one */
  rounds?: number
  /** false: its rows wait, since the shop has no mail server */
  isOn?(deps: ServiceDeps): boolean
  /** targets that are sent to at the same time; by default all rows are sent one after the other */
  lanes?(deps: ServiceDeps): Promise<string[]>
  /** rows of a lane that are sent together; by default the one that is due first */
  claim?(deps: ServiceDeps, lane: string): Promise<OutboxRow[]>
  /** sends a row, or nothing if it is no longer to be sent; rejects if it must be tried again */
  send(deps: ServiceDeps, row: OutboxRow, signal?: AbortSignal): Promise<Sent>
  /** by default the row is deleted */
  succeed?(deps: ServiceDeps, row: OutboxRow, sent: Sent): Promise<void>
  /** by default it is tried again later */
  fail?(deps: ServiceDeps, row: OutboxRow, error: unknown): Promise<void>
  /** failed attempts after which a row is given up, where not `usualAttempts` */
  mostAttempts?(row: OutboxRow): number | undefined
}

/** Of all kinds of mails. */
export const ofMail = {
  failure: { message: 'a message could not be mailed', count: 'failedMails' },
  isOn: ({ orderMails }: ServiceDeps) => orderMails !== undefined,
} as const

export interface SendRound {
  /** aborts when the server stops: no further row is begun */
  signal?: AbortSignal
  /** called for each failure with the row's id and the library's code, never with its content */
  onFailure?: (failure: { id: string; code: string }) => void
}

function codeOf(error: unknown): string {
  const { code, responseCode, statusCode }: Record<string, unknown> = Object(error)
  return [code, responseCode, statusCode].filter((part) => part !== undefined).join(' ') || 'unknown'
}

async function tryAgain({ db, clock }: ServiceDeps, { mostAttempts }: Sending, row: OutboxRow): Promise<void> {
  if (row.attempts >= (mostAttempts?.(row) ?? usualAttempts)) {
    await deleteRows(db, 'outbox', { id: row.id })
    return
  }
  const wait = Math.min(retry.longest, retry.first * 2 ** (row.attempts - 1))
  await updateTried(db, row, { next_at: isoNow(clock, wait) })
}

/** Sends a claimed row; false for a failure. A crash leaves it claimed, so that it is sent again when the lease ends. */
async function trySend(deps: ServiceDeps, sending: Sending, { row, round }: { row: OutboxRow; round: SendRound }) {
  let sent: unknown
  try {
    sent = await sending.send(deps, row, round.signal)
  } catch (error) {
    if (round.signal?.aborted) {
      await releaseRow(deps.db, row)
      return true
    }
    round.onFailure?.({ id: row.id, code: codeOf(error) })
    await (sending.fail ? sending.fail(deps, row, error) : tryAgain(deps, sending, row))
    return false
  }
  await (sending.succeed ? sending.succeed(deps, row, sent) : deleteRows(deps.db, 'outbox', { id: row.id }))
  return true
}

async function sendLane(deps: ServiceDeps, sending: Sending, { lane, round }: { lane: string; round: SendRound }) {
  let failed = 0
  while (!round.signal?.aborted) {
    // only now: nothing is sent that was deleted or changed while others were sent
    const rows = await (sending.claim ? sending.claim(deps, lane) : claimDue(deps, sending.kind))
    if (rows.length === 0) break
    const sent = await Promise.all(rows.map((row) => trySend(deps, sending, { row, round })))
    failed += sent.filter((isSent) => !isSent).length
  }
  return failed
}

/** Sends the due rows of a kind; returns the number of failures. Any number of instances may do it at once. */
export async function sendDue(deps: ServiceDeps, sending: Sending, round: SendRound = {}): Promise<number> {
  if (sending.isOn?.(deps) === false) return 0
  const lanes = await (sending.lanes ? sending.lanes(deps) : [''])
  const failed = await Promise.all(lanes.map((lane) => sendLane(deps, sending, { lane, round })))
  return failed.reduce((all, one) => all + one, 0)
}
