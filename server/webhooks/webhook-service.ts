import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { v7 } from 'uuid'
import { limits } from '../../contract/limits.ts'
import {
  type Delivery,
  rightForEvent,
  type Webhook,
  type WebhookInput,
  webhookEvents,
} from '../../contract/webhooks.ts'
import { refuseGift } from '../accounts/trust.ts'
import { audit, recordChange } from '../audit/audit.ts'
import { type Db, day, deleteRows, findRow, isoNow, lockCount, lockRow, updateRows } from '../db/database.ts'
import { limitHit } from '../db/rate-limits.ts'
import type { OutboxRow, WebhookRow } from '../db/row-types.ts'
import { logDeletion, transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, required } from '../http/refusal.ts'
import { bodyOf, newRow } from '../outbox/outbox-queue.ts'
import { isPublic } from '../outbox/post.ts'

/** The webhook, locked until the transaction ends. */
const requireWebhook = async (tx: Db, id: string) => required(await lockRow(tx, 'webhook', { id }), noWebhook)

async function countWaiting(db: Db): Promise<Map<string, number>> {
  const query = db.query.selectFrom('outbox').select(['target', (row) => row.fn.countAll().as('waiting')])
  const waiting = query.where('kind', '=', 'webhook').where('next_at', 'is not', null).groupBy('target')
  return new Map((await waiting.execute()).map(({ target, waiting: count }) => [target, Number(count)]))
}

function toDelivery(row: Pick<OutboxRow, (typeof listed)[number]>): Delivery {
  // only the shop writes these columns
  const event = row.event as Delivery['event']
  const problem = row.problem as NonNullable<Delivery['problem']>
  const nextAt = row.asked_at ?? row.next_at
  const { id: _id, at, attempts, status } = row
  return { _id, event, at, attempts, status, ...(row.problem !== '' && { problem }), nextAt }
}

const listed = ['id', 'event', 'at', 'attempts', 'status', 'problem', 'next_at', 'asked_at'] as const

/** The newest deliveries of a webhook. Refuses with `not-found`. */
export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async ({ db }, { param: id }) => {
  if (!(await findRow(db, 'webhook', { id }))) throw noWebhook
  const query = db.query.selectFrom('outbox').select(listed).where('target', '=', id)
  const newest = query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limits.webhookDeliveries)
  return (await newest.execute()).map(toDelivery)
}

/** Queues a test, which is tried once, also while the webhook is paused. Refuses with `not-found` and `too-many`. */
export const testWebhook: Handler<'testWebhook'> = async (deps, { param: id, user: actor }) => {
  await limitHit(deps, { kind: 'webhookTest', who: actor.id })
  return transactAs(deps, actor, async (tx) => {
    await requireWebhook(tx, id)
    const at = isoNow(deps.clock)
    const payload = bodyOf('test', at, { message: 'A test of Quayside' })
    const row = newRow(deps, { kind: 'webhook', target: id, event: 'test', payload })
    const asked = { ...row, subject: `test:${row.id}`, next_at: null, asked_at: at }
    await tx.query.insertInto('outbox').values(asked).execute()
    return { _id: row.id }
  })
}

/** Sends a delivery again now, also while the webhook is paused. Refuses with `not-found` and `too-many`. */
export const resendWebhookDelivery: Handler<'resendWebhookDelivery'> = async (
  deps,
  { param, secondParam: id, user },
) => {
  await limitHit(deps, { kind: 'webhookTest', who: user.id })
  return transactAs(deps, user, async (tx) => {
    const query = tx.query.updateTable('outbox').set({ asked_at: isoNow(deps.clock), done_at: null })
    const asked = query.where('id', '=', id).where('target', '=', param).where('kind', '=', 'webhook')
    if (!(await asked.returning('id').executeTakeFirst()))
      throw refuse('not-found', { detail: 'There is no such delivery.' })
    return { _id: id }
  })
}

const noWebhook = refuse('not-found', { detail: 'There is no such webhook.' })
/** Milliseconds for which the secret before a renewed one signs as well. */
const oldSecretTime = day
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The address as it is called, without other spellings; undefined if it may not be one. Names are looked up at each call. */
function readUrl(text: string, allowsPrivate: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || text.includes('#')) return undefined
  if (url.href.length > limits.webhookUrlLength) return undefined
  if (allowsPrivate) return /^https?:$/.test(url.protocol) ? url.href : undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublic(host)) ? url.href : undefined
}

function toWebhook(row: WebhookRow, { now, waiting }: { now: string; waiting: number }): Webhook {
  const { id, url, events, paused, created_at, old_secret_until } = row
  return {
    _id: id,
    url,
    events: webhookEvents.filter((event) => events.split(' ').includes(event)),
    active: paused === '',
    // only this room writes it
    ...(paused !== '' && { paused: paused as NonNullable<Webhook['paused']> }),
    created_at,
    waiting,
    ...(old_secret_until > now && { oldSecretUntil: old_secret_until }),
  }
}

/** What the log says of a webhook: nothing of its path, which may have a token. */
const logged = ({ url, events, paused }: Pick<WebhookRow, 'url' | 'events' | 'paused'>) => ({
  host: new URL(url).host,
  events: events.split(' ').join(', '),
  active: paused === '',
})
const thingOf = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>) => ({ id, name: new URL(url).host })
const eventsText = (events: WebhookInput['events']) => webhookEvents.filter((each) => events.includes(each)).join(' ')

/** All webhooks, oldest first, without their secrets. */
export const listWebhooks: Handler<'listWebhooks'> = async ({ db, clock }) => {
  const rows = await db.query.selectFrom('webhook').selectAll().orderBy('created_at').orderBy('id').execute()
  const waiting = await countWaiting(db)
  return rows.map((row) => toWebhook(row, { now: isoNow(clock), waiting: waiting.get(row.id) ?? 0 }))
}

/** The kinds of events that are stored for a webhook, to be sent or sent again. */
async function storedEvents(tx: Db, id: string): Promise<string[]> {
  const query = tx.query.selectFrom('outbox').select('event').distinct().where('target', '=', id)
  return (await query.where('event', '<>', 'test').execute()).map(({ event }) => event)
}

/** Adds a webhook. Refuses with `invalid-fields`, also above `limits.webhooks`, and like `refuseGift`: its program sees what the actor sees. */
export const createWebhook: Handler<'createWebhook'> = async (deps, { body: input, user: actor }) => {
  const url = readUrl(input.url, deps.webhooks.allowsPrivate)
  if (url === undefined) throw refuseFields({ path: 'url', rule: 'publicAddress' })
  const made = { id: v7(), url, events: eventsText(input.events), secret: newSecret(), created_at: isoNow(deps.clock) }
  const paused = input.active === false ? 'by-hand' : ''
  const row: WebhookRow = { ...made, old_secret: '', old_secret_until: '', paused, failures: 0, retry_at: '' }
  return transactAs(deps, actor, async (tx) => {
    await refuseGift(deps, tx, { actor, given: input.events.map(rightForEvent) })
    await lockCount(tx, 'webhook')
    const others = await tx.query.selectFrom('webhook').select('id').execute()
    if (others.length >= limits.webhooks)
      throw refuseFields({ path: 'url', rule: 'maxItems', params: { limit: limits.webhooks } })
    await tx.query.insertInto('webhook').values(row).execute()
    await audit(deps, tx, { by: actor, kind: 'webhook-added', thing: thingOf(row), after: logged(row) })
    return { _id: row.id, secret: row.secret }
  })
}

/** Changes a webhook; `active` after a pause is for three days again. A new address may get all that is stored, so it needs the rights of that. */
export const updateWebhook: Handler<'updateWebhook'> = async (deps, { param: id, body: input, user: actor }) => {
  const url = readUrl(input.url, deps.webhooks.allowsPrivate)
  if (url === undefined) throw refuseFields({ path: 'url', rule: 'publicAddress' })
  return transactAs(deps, actor, async (tx) => {
    const before = await requireWebhook(tx, id)
    const [was, wanted] = [before.events.split(' '), input.events.map(String)]
    const added = wanted.filter((event) => !was.includes(event))
    const given = url === before.url ? added : [...was, ...wanted, ...(await storedEvents(tx, id))]
    if (given.length > 0) await refuseGift(deps, tx, { actor, given: given.map(rightForEvent) })
    const now = isoNow(deps.clock)
    const active = input.active ?? before.paused === ''
    const paused = active ? '' : before.paused || 'by-hand'
    const goesOn = active && (before.paused !== '' || url !== before.url)
    const change = { url, events: eventsText(input.events), paused, ...(goesOn && { failures: 0, retry_at: '' }) }
    await updateRows(tx, 'webhook', { having: { id }, change })
    if (goesOn) {
      const waiting = tx.query.updateTable('outbox').where('target', '=', id).where('next_at', 'is not', null)
      await waiting.set({ since: now, next_at: now }).execute()
    }
    const after = { ...before, ...change }
    const logs = { before: logged(before), after: logged(after) }
    await recordChange(deps, tx, { by: actor, kind: 'webhook-changed', thing: thingOf(after), ...logs })
    return toWebhook(after, { now, waiting: (await countWaiting(tx)).get(id) ?? 0 })
  })
}

/** Makes a new secret; the old one signs as well for a day. Refuses with `not-found`, and like `refuseGift`. */
export const renewWebhookSecret: Handler<'renewWebhookSecret'> = async (deps, { param: id, user: actor }) => {
  const secret = newSecret()
  return transactAs(deps, actor, async (tx) => {
    const row = await requireWebhook(tx, id)
    await refuseGift(deps, tx, { actor, given: [] })
    const change = { secret, old_secret: row.secret, old_secret_until: isoNow(deps.clock, oldSecretTime) }
    await updateRows(tx, 'webhook', { having: { id }, change })
    await audit(deps, tx, { by: actor, kind: 'webhook-secret', thing: thingOf(row) })
    return { _id: id, secret }
  })
}

/** Deletes a webhook with all that waits for it. Refuses with `not-found`. */
export const deleteWebhook: Handler<'deleteWebhook'> = async (deps, { param: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    const row = await requireWebhook(tx, id)
    await deleteRows(tx, 'webhook', { id })
    await tx.query.deleteFrom('outbox').where('target', '=', id).execute()
    await audit(deps, tx, { by: actor, kind: 'webhook-deleted', thing: thingOf(row), before: logged(row) })
  })
  logDeletion(deps, { kind: 'webhook', id, actor })
}
