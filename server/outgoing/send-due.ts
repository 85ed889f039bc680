import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import { type Due, dueNow } from '../platform/due.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { countWaiting as countDeliveries } from './deliveries-table.ts'

/** Milliseconds. The delay doubles with each attempt. */
const retry = { first: 60_000, longest: 6 * 60 * 60 * 1000 }
const atOnce = 20

/** Called for each failure with the row's id and the library's code, never with its content. */
type FailureListener = (failure: { id: string; code: string }) => void

export interface SendRound {
  /** aborts when the server stops: no further row is begun */
  signal?: AbortSignal
  onFailure?: FailureListener
}

/** A queue of rows that are written in a transaction and sent afterwards. */
export interface Outbox<Row> {
  due(due: Due, limit: number): Promise<Row[]>
  /** claims a row for one attempt and schedules the next; false if another instance has claimed it */
  claim(row: Row, nextAttemptAt: string): Promise<boolean>
  send(row: Row): Promise<void>
  /** removes a row from the queue once it is sent */
  settle(row: Row): Promise<void>
  /** failed attempts after which a row is removed; without it, never */
  mostAttempts?(row: Row): number
}

function codeOf(error: unknown): string {
  const { code, responseCode, statusCode }: Record<string, unknown> = Object(error)
  return [code, responseCode, statusCode].filter((part) => part !== undefined).join(' ') || 'unknown'
}

/** Sends the due rows; returns the number of failures, which are retried later. */
export async function sendDue<Row extends { id: string; attempts: number }>(
  { clock }: Pick<ServiceDeps, 'clock'>,
  outbox: Outbox<Row>,
  { signal, onFailure = () => {} }: SendRound = {},
): Promise<number> {
  let failed = 0
  for (const row of await outbox.due(dueNow(clock, retry.longest), atOnce)) {
    if (signal?.aborted) break
    const wait = Math.min(retry.longest, retry.first * 2 ** row.attempts)
    // claimed before it is sent, so that one instance sends it and a crash in between only delays it
    if (!(await outbox.claim(row, isoNow(clock, wait)))) continue
    try {
      await outbox.send(row)
    } catch (error) {
      onFailure({ id: row.id, code: codeOf(error) })
      failed++
      const isLastAttempt = row.attempts + 1 >= (outbox.mostAttempts?.(row) ?? Number.POSITIVE_INFINITY)
      if (!isLastAttempt) continue
    }
    await outbox.settle(row)
  }
  return failed
}

/** Tables of what is yet to be sent; their waiting rows have a time of the next attempt. */
const queues = ['order_mail', 'account_mail', 'admin_mail', 'contact_message', 'push_message'] as const
type Queue = (typeof queues)[number] | 'webhook'

/** How many messages wait to be sent. */
export async function countWaiting(db: Handle): Promise<Map<Queue, number>> {
  const counts = new Map<Queue, number>()
  for (const queue of queues) {
    const query = db.query.selectFrom(queue).where('next_attempt_at', 'is not', null)
    const { waiting } = await query.select((eb) => eb.fn.countAll().as('waiting')).executeTakeFirstOrThrow()
    counts.set(queue, Number(waiting))
  }
  const webhooks = await countDeliveries(db)
  counts.set(
    'webhook',
    [...webhooks.values()].reduce((all, one) => all + one, 0),
  )
  return counts
}
