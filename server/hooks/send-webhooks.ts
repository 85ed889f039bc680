import type { PauseReason } from '../../contract/webhooks.ts'
import { mailWebhookPaused } from '../accounts/account-mails.ts'
import { day, hour, isoNow } from '../clock.ts'
import type { DeliveryRow, WebhookRow } from '../db/outgoing-rows.ts'
import { transact } from '../db/transact.ts'
import { NoAnswer } from '../outgoing/hook-caller.ts'
import type { SendRound } from '../outgoing/send-due.ts'
import * as table from '../outgoing/webhooks-table.ts'
import * as deliveries from '../outgoing/webhooks-table.ts'
import type { ServiceDeps } from '../service-deps.ts'

const second = 1000
/** A try begins within `round` of the claim and takes at most ten seconds, so that a claim outlives it. */
const times = { round: 8 * second, lease: 30 * second }
/** Wait after a failed try of an event: three times as long each time. */
const eventWait = { first: 15 * second, longest: 6 * hour }
/** Wait after a failed try before any event is sent to that host: twice as long each time. */
const hostWait = { first: 5 * second, longest: 5 * 60 * second }
/** For how long an event is tried. */
const tryTime = 3 * day
/** For how long events are stored: those that were delivered or failed, and those that are pending while the webhook is paused. */
const storedFor = { done: 7 * day, waiting: 30 * day }
/** Events of one webhook that are sent at once. */
const abreast = 4

/** Loads the library at first use, because most shops have no webhook. */
const loadLibrary = () => import('standardwebhooks')

async function headersOf(deps: ServiceDeps, hook: WebhookRow, { id, body }: DeliveryRow) {
  const { Webhook } = await loadLibrary()
  const now = new Date(deps.clock.now())
  const secrets = [hook.secret, ...(hook.old_secret_until > now.toISOString() ? [hook.old_secret] : [])]
  return {
    'content-type': 'application/json',
    'user-agent': 'Quayside',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / second)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

/** What an address answered: a status, or why there was none. */
type Answer = Pick<DeliveryRow, 'status' | 'problem'>

/** Undefined if the server stops. */
async function post(
  deps: ServiceDeps,
  { hook, row, signal }: { hook: WebhookRow; row: DeliveryRow; signal: AbortSignal | undefined },
): Promise<Answer | undefined> {
  try {
    const headers = await headersOf(deps, hook, row)
    return { status: await deps.webhooks.post({ url: hook.url, headers, body: row.body, signal }), problem: '' }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return error.problem && { status: null, problem: error.problem }
  }
}

const isTaken = ({ status }: Answer) => status !== null && status >= 200 && status <= 299
/** Whether the host, and not the event, is the reason. */
const isDown = ({ status }: Answer) => status === null || status >= 500 || status === 429

/** Pauses a webhook and tells those with the right `shop`. */
async function pause(deps: ServiceDeps, id: string, paused: PauseReason): Promise<void> {
  await transact(deps.db, async (tx) => {
    const hook = await table.lockWebhook(tx, id)
    if (hook?.paused !== '') return
    await table.updateWebhook(tx, id, { paused })
    await mailWebhookPaused(deps, tx)
  })
  deps.log?.warn({ webhook: id, reason: paused }, 'webhook paused')
}

/** Writes the result of a try; returns whether the webhook must be paused. */
async function settle(deps: ServiceDeps, row: DeliveryRow, answer: Answer): Promise<boolean> {
  const now = isoNow(deps.clock)
  const attempts = row.attempts + 1
  const tried = { ...answer, attempts, asked_at: null }
  if (isTaken(answer)) {
    await deliveries.setTried(deps.db, row.id, { ...tried, next_at: null, done_at: now })
    return false
  }
  // a try that somebody asked for gives up nothing that waits, perhaps during a pause
  const isOver = row.next_at !== null && row.asked_at === null && deps.clock.now() - Date.parse(row.since) >= tryTime
  const wait = Math.min(eventWait.longest, eventWait.first * 3 ** row.attempts)
  const next_at = row.next_at === null || isOver ? null : isoNow(deps.clock, wait)
  await deliveries.setTried(deps.db, row.id, { ...tried, next_at, done_at: next_at === null ? now : null })
  return isOver
}

/** Whether somebody has changed or paused a webhook since it was claimed. */
async function isChanged({ db }: ServiceDeps, { id, url, secret, paused }: WebhookRow): Promise<boolean> {
  const now = await table.findWebhook(db, id)
  return now?.url !== url || now.secret !== secret || now.paused !== paused
}

interface Sending {
  hook: WebhookRow
  round: SendRound
  failed: number
}

/** Sends some events at once; false if the round of this webhook ends with them. */
async function sendSome(deps: ServiceDeps, sending: Sending, rows: readonly DeliveryRow[]): Promise<boolean> {
  const { hook, round } = sending
  const answers = await Promise.all(
    rows.map(async (row) => {
      const answer = await post(deps, { hook, row, signal: round.signal })
      // a change begins the tries anew, also that of what the former address has just not taken
      if (answer && !isTaken(answer) && (await isChanged(deps, hook))) return { answer: undefined, isOver: false }
      const isOver = answer ? await settle(deps, row, answer) : false
      if (answer && !isTaken(answer)) {
        sending.failed++
        round.onFailure?.({ id: row.id, code: String(answer.status ?? answer.problem) })
      }
      return { answer, isOver }
    }),
  )
  if (answers.some(({ answer }) => answer === undefined)) return false
  if (answers.some(({ isOver }) => isOver)) {
    await pause(deps, hook.id, 'failing')
    return false
  }
  const isHostDown = answers.every(({ answer }) => answer && isDown(answer))
  if (isHostDown) {
    hook.failures++
    const wait = Math.min(hostWait.longest, hostWait.first * 2 ** (hook.failures - 1))
    hook.retry_at = isoNow(deps.clock, wait)
    await table.updateWebhook(deps.db, hook.id, { failures: hook.failures, retry_at: hook.retry_at })
  } else if (hook.failures > 0) {
    hook.failures = 0
    hook.retry_at = ''
    await table.updateWebhook(deps.db, hook.id, { failures: 0, retry_at: '' })
  }
  return !isHostDown
}

/** The next events of a webhook, which go out together: what an administrator asked for, then what is due. */
async function nextOf(deps: ServiceDeps, hook: WebhookRow): Promise<{ rows: DeliveryRow[]; areAsked: boolean }> {
  const asked = await deliveries.listAsked(deps.db, hook.id, abreast)
  if (asked.length > 0) return { rows: asked, areAsked: true }
  const now = isoNow(deps.clock)
  if (hook.paused !== '' || hook.retry_at > now) return { rows: [], areAsked: false }
  return { rows: await deliveries.listDue(deps.db, hook.id, { now, limit: abreast }), areAsked: false }
}

async function sendClaimed(deps: ServiceDeps, sending: Sending, end: number): Promise<void> {
  const { hook, round } = sending
  if (hook.paused === '' && (await deliveries.isOverfull(deps.db, hook.id))) {
    await pause(deps, hook.id, 'too-many')
    hook.paused = 'too-many'
  }
  for (;;) {
    if (round.signal?.aborted || performance.now() >= end || (await isChanged(deps, hook))) return
    // read only now and no more than go out: nothing is sent that was deleted or made anonymous while others were sent
    const { rows, areAsked } = await nextOf(deps, hook)
    if (rows.length === 0) return
    if (!(await sendSome(deps, sending, rows)) && !areAsked) return
  }
}

/** Sends what is due to one webhook. Only one instance does at a time; returns the number of failures. */
async function sendTo(deps: ServiceDeps, id: string, round: SendRound): Promise<number> {
  const end = performance.now() + times.round
  const until = isoNow(deps.clock, times.lease)
  const hook = await table.claimWebhook(deps.db, id, { now: isoNow(deps.clock), until })
  if (!hook) return 0
  const sending: Sending = { hook, round, failed: 0 }
  try {
    await sendClaimed(deps, sending, end)
  } finally {
    await table.releaseWebhook(deps.db, id, until)
  }
  return sending.failed
}

/** Sends the due events to all webhooks, each without waiting for the others; returns the number of failures. */
export async function sendWebhooks(deps: ServiceDeps, round: SendRound = {}): Promise<number> {
  const due = await table.listDueWebhooks(deps.db, isoNow(deps.clock))
  const failed = await Promise.all(due.map(({ id }) => sendTo(deps, id, round)))
  return failed.reduce((all, one) => all + one, 0)
}

/** Deletes events that were taken or given up a week ago, and those that have waited for a month. */
export async function cleanDeliveries({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>): Promise<void> {
  await deliveries.deleteOld(db, {
    doneBefore: isoNow(clock, -storedFor.done),
    before: isoNow(clock, -storedFor.waiting),
  })
}
