import { isoNow, type Shop } from './shop.ts'

/** Milliseconds: the first retry after a minute, then twice as long each time, at most six hours. */
const retry = { first: 60_000, longest: 6 * 60 * 60 * 1000 }
const atOnce = 20

/** Called for what could not be sent, with its id and the library's code, never with its content. */
type FailureListener = (failure: { id: string; code: string }) => void

export interface SendRound {
  /** the server stops: nothing further is begun */
  signal?: AbortSignal
  onFailure?: FailureListener
}

/** What was stored in a transaction, to be sent afterwards. */
export interface Outbox<Row> {
  due(now: string, limit: number): Promise<Row[]>
  /** takes a row for one try and sets the next one; false when another instance was faster */
  claim(row: Row, nextAttemptAt: string): Promise<boolean>
  send(row: Row): Promise<void>
  /** it went */
  settle(row: Row): Promise<void>
}

function codeOf(error: unknown): string {
  const { code, responseCode, statusCode }: Record<string, unknown> = Object(error)
  return [code, responseCode, statusCode].filter((part) => part !== undefined).join(' ') || 'unknown'
}

/** Sends what is due and returns how many could not be sent; those are tried again later. */
export async function sendDue<Row extends { id: string; attempts: number }>(
  { clock }: Pick<Shop, 'clock'>,
  outbox: Outbox<Row>,
  { signal, onFailure = () => {} }: SendRound = {},
): Promise<number> {
  let failed = 0
  for (const row of await outbox.due(isoNow(clock), atOnce)) {
    if (signal?.aborted) break
    const wait = Math.min(retry.longest, retry.first * 2 ** row.attempts)
    // claimed before it is sent: of several instances one sends it, and a crash in between only delays it
    if (!(await outbox.claim(row, isoNow(clock, wait)))) continue
    try {
      await outbox.send(row)
    } catch (error) {
      onFailure({ id: row.id, code: codeOf(error) })
      failed++
      continue
    }
    await outbox.settle(row)
  }
  return failed
}
