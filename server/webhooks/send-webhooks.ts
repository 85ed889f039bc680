import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { PauseReason } from '../../contract/webhooks.ts'
import { mailWebhookPaused } from '../accounts/account-mails.ts'
import { type Db, day, findRow, hour, isoNow, lockRow, transact, updateRows } from '../db/database.ts'
import type { OutboxRow, WebhookRow } from '../db/row-types.ts'
import type { Sending } from '../outbox/deliver.ts'
import { claimRows, releaseRow, updateTried } from '../outbox/outbox-queue.ts'
import { NoAnswer } from '../outbox/post.ts'
import type { ServiceDeps } from '../service-deps.ts'

const second = 1000
/** Wait after a failed try of an event: three times as long each time. */
const eventWait = { first: 15 * second, longest: 6 * hour }
/** Wait after a failed try before any event is sent to that host: twice as long each time. */
const hostWait = { first: 5 * second, longest: 5 * 60 * second }
/** For how long an event is tried. */
const tryTime = 3 * day
/** For how long events are stored: those that were delivered or failed, and those that are pending while the webhook is paused. */
const storedFor = { done: 7 * day, waiting: 30 * day }
/** Events of one webhook that are sent at once, by all instances. */
const abreast = 4

async function headersOf(deps: ServiceDeps, hook: WebhookRow, { id, payload }: OutboxRow) {
  // loaded at first use, because most shops have no webhook
  const { Webhook } = await import('standardwebhooks')
  const now = new Date(deps.clock.now())
  const secrets = [hook.secret, ...(hook.old_secret_until > now.toISOString() ? [hook.old_secret] : [])]
  return {
    'content-type': 'application/json',
    'user-agent': 'Quayside',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / second)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, payload)).join(' '),
  }
}

/** An address did not take an event. */
class NotTaken extends Error {
  override name = 'NotTaken'
  readonly hook: WebhookRow
  readonly answer: Pick<OutboxRow, 'status' | 'problem'>
  readonly code: string
  constructor(hook: WebhookRow, answer: NotTaken['answer']) {
    super('The address did not take the event.')
    this.hook = hook
    this.answer = answer
    this.code = String(answer.status ?? answer.problem)
  }
}

/** Whether the host, and not the event, is the reason. */
const isDown = ({ status }: NotTaken['answer']) => status === null || status >= 500 || status === 429

async function send(deps: ServiceDeps, row: OutboxRow, signal?: AbortSignal): Promise<number> {
  const hook = await findRow(deps.db, 'webhook', { id: row.target })
  if (!hook) return 0
  const headers = await headersOf(deps, hook, row)
  const call = deps.webhooks.post({ url: hook.url, headers, body: row.payload, signal })
  const status = await call.catch((error) => {
    throw error instanceof NoAnswer ? new NotTaken(hook, { status: null, problem: error.problem ?? '' }) : error
  })
  if (status < 200 || status > 299) throw new NotTaken(hook, { status, problem: '' })
  return status
}

/** Pauses a webhook and mails those with the right `shop`. */
async function pause(deps: ServiceDeps, id: string, paused: PauseReason): Promise<void> {
  await transact(deps.db, async (tx) => {
    const hook = await lockRow(tx, 'webhook', { id })
    if (hook?.paused !== '') return
    await updateRows(tx, 'webhook', { having: { id }, change: { paused } })
    await mailWebhookPaused(deps, tx)
  })
  deps.log?.warn({ webhook: id, reason: paused }, 'webhook paused')
}

async function succeed({ db, clock }: ServiceDeps, row: OutboxRow, status: number): Promise<void> {
  const done_at = isoNow(clock)
  await updateTried(db, row, { status, problem: '', next_at: null, asked_at: null, done_at })
  await hostIsUp(db, row.target)
}

async function hostIsUp({ query }: Db, id: string): Promise<void> {
  const failing = query.updateTable('webhook').where('id', '=', id).where('failures', '>', 0)
  await failing.set({ failures: 0, retry_at: '' }).execute()
}

/** Lets a host wait once for all events that it did not take at the same time. */
async function hostIsDown({ db, clock }: ServiceDeps, { id, failures }: WebhookRow): Promise<void> {
  const retry_at = isoNow(clock, Math.min(hostWait.longest, hostWait.first * 2 ** failures))
  const free = db.query.updateTable('webhook').where('id', '=', id).where('retry_at', '<=', isoNow(clock))
  await free.set({ failures: failures + 1, retry_at }).execute()
}

async function fail(deps: ServiceDeps, row: OutboxRow, error: unknown): Promise<void> {
  if (!(error instanceof NotTaken)) throw error
  const { hook, answer } = error
  const current = await findRow(deps.db, 'webhook', { id: hook.id })
  // a try at a former address does not count
  if (current?.url !== hook.url || current.secret !== hook.secret || current.paused !== hook.paused)
    return releaseRow(deps.db, row)
  // a try that somebody asked for gives up nothing that waits, perhaps during a pause
  const isOver = row.next_at !== null && row.asked_at === null && deps.clock.now() - Date.parse(row.since) >= tryTime
  const wait = Math.min(eventWait.longest, eventWait.first * 3 ** (row.attempts - 1))
  const next_at = row.next_at === null || isOver ? null : isoNow(deps.clock, wait)
  const done_at = next_at === null ? isoNow(deps.clock) : null
  await updateTried(deps.db, row, { ...answer, next_at, asked_at: null, done_at })
  await (isDown(answer) ? hostIsDown(deps, hook) : hostIsUp(deps.db, hook.id))
  if (isOver) await pause(deps, hook.id, 'failing')
}

/** Webhooks with something to send now. */
async function lanes({ db, clock }: ServiceDeps): Promise<string[]> {
  const now = isoNow(clock)
  const { rows } = await sql<{ id: string }>`select id from webhook where
      exists (select 1 from outbox where target = webhook.id and asked_at is not null)
      or (paused = '' and retry_at <= ${now}
        and exists (select 1 from outbox where kind = 'webhook' and target = webhook.id and next_at <= ${now}))
    order by id`.execute(db.query)
  return rows.map(({ id }) => id)
}

/** Claims the next events: those asked for by an administrator, and the due ones, one of each subject, whose earlier ones have all been taken. */
async function claim(deps: ServiceDeps, id: string): Promise<OutboxRow[]> {
  const own = deps.db.query.selectFrom('outbox').select('id').where('target', '=', id)
  const waiting = own.where('next_at', 'is not', null)
  if (await waiting.limit(1).offset(limits.webhookWaiting).executeTakeFirst()) await pause(deps, id, 'too-many')
  return transact(deps.db, async (tx) => {
    const hook = await lockRow(tx, 'webhook', { id })
    if (!hook) return []
    const now = isoNow(deps.clock)
    const isOpen = hook.paused === '' && hook.retry_at <= now
    const due = sql`next_at <= ${now} and not exists (
      select 1 from outbox as earlier
      where earlier.target = due.target and earlier.subject = due.subject and earlier.next_at is not null
        and (earlier.seq < due.seq or (earlier.seq = due.seq and earlier.id < due.id))
    )`
    const claimed = tx.query.selectFrom('outbox').select('id').where('target', '=', id).where('lease_until', '>', now)
    const free = abreast - (await claimed.execute()).length
    const { rows } = await sql<{ id: string }>`select id from outbox as due
      where target = ${id} and lease_until <= ${now} and (asked_at is not null ${isOpen ? sql`or (${due})` : sql``})
      order by asked_at is null, asked_at, next_at, id limit ${Math.max(0, free)}`.execute(tx.query)
    const ids = rows.map((row) => row.id)
    return claimRows(deps, ids, tx)
  })
}

export const webhookEvents: Sending<number> = {
  kind: 'webhook',
  failure: { message: 'a webhook did not take an event', count: 'failedWebhooks' },
  rounds: 4,
  ...{ lanes, claim, send, succeed, fail },
}

/** Deletes events that were taken or given up a week ago, those that have waited for a month, and those of no webhook any more. */
export async function cleanDeliveries({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>): Promise<void> {
  const events = db.query.deleteFrom('outbox').where('kind', '=', 'webhook')
  await events.where('done_at', '<', isoNow(clock, -storedFor.done)).execute()
  await events.where('at', '<', isoNow(clock, -storedFor.waiting)).execute()
  await events.where('target', 'not in', db.query.selectFrom('webhook').select('webhook.id')).execute()
}
