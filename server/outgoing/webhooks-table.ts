import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { type Db, lockRows } from '../db/db.ts'
import type { DeliveryRow, WebhookRow } from '../db/outgoing-rows.ts'

/** Rows of one statement, whose values are limited. */
const atOnce = 500

export async function insertDeliveries(tx: Db, rows: readonly DeliveryRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += atOnce)
    await tx.query
      .insertInto('webhook_delivery')
      .values(rows.slice(at, at + atOnce))
      .execute()
}

/** The newest deliveries of a webhook, without their bodies. */
export async function listDeliveries(db: Db, webhookId: string): Promise<Omit<DeliveryRow, 'body'>[]> {
  return db.query
    .selectFrom('webhook_delivery')
    .select(['id', 'webhook_id', 'event', 'subject', 'seq', 'owner', 'at', 'since', 'attempts', 'status', 'problem'])
    .select(['next_at', 'asked_at', 'done_at'])
    .where('webhook_id', '=', webhookId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.webhookDeliveries)
    .execute()
}

/** How many deliveries of each webhook wait. */
export async function countWaiting(db: Db): Promise<Map<string, number>> {
  const query = db.query.selectFrom('webhook_delivery').select(['webhook_id', (eb) => eb.fn.countAll().as('waiting')])
  const rows = await query.where('next_at', 'is not', null).groupBy('webhook_id').execute()
  return new Map(rows.map(({ webhook_id, waiting }) => [webhook_id, Number(waiting)]))
}

/** Whether more deliveries of a webhook wait than are allowed. */
export async function isOverfull(db: Db, webhookId: string): Promise<boolean> {
  const query = db.query.selectFrom('webhook_delivery').select('id').where('webhook_id', '=', webhookId)
  const [row] = await query.where('next_at', 'is not', null).limit(1).offset(limits.webhookWaiting).execute()
  return row !== undefined
}

/** Deliveries that an administrator wants to be tried now. */
export async function listAsked(db: Db, webhookId: string, limit: number): Promise<DeliveryRow[]> {
  const query = db.query.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId)
  return query.where('asked_at', 'is not', null).orderBy('asked_at').orderBy('id').limit(limit).execute()
}

/** Due deliveries, at most one of each subject: those before which nothing of the same subject waits. */
export async function listDue(
  db: Db,
  webhookId: string,
  { now, limit }: { now: string; limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`select * from webhook_delivery as due
    where webhook_id = ${webhookId} and next_at <= ${now} and not exists (
      select 1 from webhook_delivery as earlier
      where earlier.webhook_id = due.webhook_id and earlier.subject = due.subject and earlier.next_at is not null
        and (earlier.seq < due.seq or (earlier.seq = due.seq and earlier.id < due.id))
    ) order by next_at, id limit ${limit}`.execute(db.query)
  return rows
}

/** Asks for a try now; false if the webhook has no such delivery. */
export async function askDelivery(db: Db, row: Pick<DeliveryRow, 'id' | 'webhook_id' | 'asked_at'>) {
  const query = db.query.updateTable('webhook_delivery').set({ asked_at: row.asked_at, done_at: null })
  const asked = query.where('id', '=', row.id).where('webhook_id', '=', row.webhook_id)
  return (await asked.returning('id').executeTakeFirst()) !== undefined
}

type Tried = Pick<DeliveryRow, 'attempts' | 'status' | 'problem' | 'next_at' | 'asked_at' | 'done_at'>

/** Writes the result of a try. */
export async function setTried(db: Db, id: string, tried: Tried): Promise<void> {
  await db.query.updateTable('webhook_delivery').set(tried).where('id', '=', id).execute()
}

/** After a pause, what waits has three days again, beginning now. */
export async function startAgain(tx: Db, webhookId: string, now: string): Promise<void> {
  const query = tx.query.updateTable('webhook_delivery').set({ since: now, next_at: now })
  await query.where('webhook_id', '=', webhookId).where('next_at', 'is not', null).execute()
}

/** The kinds of events that are stored for a webhook, to be sent or sent again. */
export async function listEventsOf(tx: Db, webhookId: string): Promise<string[]> {
  const query = tx.query.selectFrom('webhook_delivery').select('event').distinct().where('webhook_id', '=', webhookId)
  return (await query.where('event', '<>', 'test').execute()).map(({ event }) => event)
}

export async function deleteDeliveriesOf(tx: Db, webhookId: string): Promise<void> {
  await tx.query.deleteFrom('webhook_delivery').where('webhook_id', '=', webhookId).execute()
}

/** Deletes all deliveries about a thing that is deleted. */
export async function deleteDeliveriesAbout(tx: Db, subject: string): Promise<void> {
  await tx.query.deleteFrom('webhook_delivery').where('subject', '=', subject).execute()
}

/** Some deliveries with the data of an account. */
export async function listOwned(tx: Db, owner: string): Promise<Pick<DeliveryRow, 'id' | 'body'>[]> {
  const query = tx.query.selectFrom('webhook_delivery').select(['id', 'body']).where('owner', '=', owner)
  return query.limit(20).execute()
}

/** Replaces the body of a delivery by one without personal data. */
export async function setAnonymous(tx: Db, id: string, body: string): Promise<void> {
  await tx.query.updateTable('webhook_delivery').set({ body, owner: '' }).where('id', '=', id).execute()
}

/** Deletes what was done with before a time, what has waited since an earlier one, and what is of no webhook any more. */
export async function deleteOld(db: Db, { doneBefore, before }: { doneBefore: string; before: string }) {
  await db.query.deleteFrom('webhook_delivery').where('done_at', '<', doneBefore).execute()
  await db.query
    .deleteFrom('webhook_delivery')
    .where((eb) =>
      eb.or([eb('at', '<', before), eb('webhook_id', 'not in', eb.selectFrom('webhook').select('webhook.id'))]),
    )
    .execute()
}

export async function insertWebhook(tx: Db, row: WebhookRow): Promise<void> {
  await tx.query.insertInto('webhook').values(row).execute()
}

/** All webhooks, oldest first. */
export async function listWebhooks(db: Db): Promise<WebhookRow[]> {
  return db.query.selectFrom('webhook').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The webhooks that are not paused, and what each is told of. */
export async function listListeners(tx: Db): Promise<{ id: string; events: readonly string[] }[]> {
  const rows = await tx.query.selectFrom('webhook').select(['id', 'events']).where('paused', '=', '').execute()
  return rows.map(({ id, events }) => ({ id, events: events.split(' ') }))
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return db.query.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The webhook, locked until the transaction ends. */
export async function lockWebhook(tx: Db, id: string): Promise<WebhookRow | undefined> {
  return lockRows(tx, tx.query.selectFrom('webhook').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function updateWebhook(db: Db, id: string, change: Partial<Omit<WebhookRow, 'id'>>): Promise<void> {
  await db.query.updateTable('webhook').set(change).where('id', '=', id).execute()
}

export async function deleteWebhook(tx: Db, id: string): Promise<void> {
  await tx.query.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Webhooks with something to send now that no instance is busy with. */
export async function listDueWebhooks(db: Db, now: string): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`select * from webhook where lease_until <= ${now} and (
      exists (select 1 from webhook_delivery where webhook_id = webhook.id and asked_at is not null)
      or (paused = '' and retry_at <= ${now}
        and exists (select 1 from webhook_delivery where webhook_id = webhook.id and next_at <= ${now}))
    ) order by id`.execute(db.query)
  return rows
}

/** Claims a webhook until a time; false if another instance has it. */
export async function claimWebhook(db: Db, id: string, { now, until }: { now: string; until: string }) {
  const query = db.query.updateTable('webhook').set({ lease_until: until })
  const claimed = await query.where('id', '=', id).where('lease_until', '<=', now).returningAll().executeTakeFirst()
  return claimed
}

/** Gives a claimed webhook back. */
export async function releaseWebhook(db: Db, id: string, until: string): Promise<void> {
  const query = db.query.updateTable('webhook').set({ lease_until: '' }).where('id', '=', id)
  await query.where('lease_until', '=', until).execute()
}
