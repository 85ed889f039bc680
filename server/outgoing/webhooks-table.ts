import { sql } from 'kysely'
import { type Handle, lockRows } from '../platform/db/handle.ts'
import type { WebhookRow } from '../platform/db/outgoing-rows.ts'

export async function insertWebhook(tx: Handle, row: WebhookRow): Promise<void> {
  await tx.query.insertInto('webhook').values(row).execute()
}

/** All webhooks, oldest first. */
export async function listWebhooks(db: Handle): Promise<WebhookRow[]> {
  return db.query.selectFrom('webhook').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The webhooks that are not paused, and what each is told of. */
export async function listListeners(tx: Handle): Promise<{ id: string; events: readonly string[] }[]> {
  const rows = await tx.query.selectFrom('webhook').select(['id', 'events']).where('paused', '=', '').execute()
  return rows.map(({ id, events }) => ({ id, events: events.split(' ') }))
}

export async function findWebhook(db: Handle, id: string): Promise<WebhookRow | undefined> {
  return db.query.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The webhook, locked until the transaction ends. */
export async function lockWebhook(tx: Handle, id: string): Promise<WebhookRow | undefined> {
  return lockRows(tx, tx.query.selectFrom('webhook').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function updateWebhook(db: Handle, id: string, change: Partial<Omit<WebhookRow, 'id'>>): Promise<void> {
  await db.query.updateTable('webhook').set(change).where('id', '=', id).execute()
}

export async function deleteWebhook(tx: Handle, id: string): Promise<void> {
  await tx.query.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Webhooks with something to send now that no instance is busy with. */
export async function listDueWebhooks(db: Handle, now: string): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`select * from webhook where lease_until <= ${now} and (
      exists (select 1 from webhook_delivery where webhook_id = webhook.id and asked_at is not null)
      or (paused = '' and retry_at <= ${now}
        and exists (select 1 from webhook_delivery where webhook_id = webhook.id and next_at <= ${now}))
    ) order by id`.execute(db.query)
  return rows
}

/** Claims a webhook until a time; false if another instance has it. */
export async function claimWebhook(db: Handle, id: string, { now, until }: { now: string; until: string }) {
  const query = db.query.updateTable('webhook').set({ lease_until: until })
  const claimed = await query.where('id', '=', id).where('lease_until', '<=', now).returningAll().executeTakeFirst()
  return claimed
}

/** Gives a claimed webhook back. */
export async function releaseWebhook(db: Handle, id: string, until: string): Promise<void> {
  const query = db.query.updateTable('webhook').set({ lease_until: '' }).where('id', '=', id)
  await query.where('lease_until', '=', until).execute()
}
