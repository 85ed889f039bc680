import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { isEmail, isGmail, normaliseEmail } from '../../contract/fields.ts'
import type { SubscribeAnswer, Subscriber } from '../../contract/inbox.ts'
import { recordActions } from '../platform/admin-log.ts'
import { type Actor, logDeletion, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import { countRows } from '../platform/db/long-list.ts'
import type { SubscriberRow } from '../platform/db/schema.ts'
import { withIdempotencyKey } from '../platform/idempotency.ts'
import { type Listed, type ListQuery, listRows } from '../platform/lists.ts'
import { Answer, refuse, refuseFields } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'

/** False if the address is subscribed already. */
export async function insertSubscriber(tx: Handle, subscriber: SubscriberRow): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('subscriber')
    .values(subscriber)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes one subscriber and returns the address; undefined if there is none. */
export async function removeSubscriber(
  db: Handle,
  where: { id: string } | { token: string },
): Promise<string | undefined> {
  const query = db.query.deleteFrom('subscriber').returning('email')
  const one = 'id' in where ? query.where('id', '=', where.id) : query.where('token', '=', where.token)
  return (await one.executeTakeFirst())?.email
}

export async function hasSubscriber(db: Handle, token: string): Promise<boolean> {
  const query = db.query.selectFrom('subscriber').select('id').where('token', '=', token)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Subscribes an address (specification section 5: Gmail only), with status 201 the first time, then 200. Refuses with `invalid-fields` and
 * like `withIdempotencyKey`.
 */
export async function subscribe(
  deps: ServiceDeps,
  request: {
    email: string
    key: string | undefined
    address: string
  },
): Promise<Answer<SubscribeAnswer>> {
  const { key, address } = request
  if (!isEmail(request.email)) throw refuseFields({ path: 'email', rule: 'email' })
  const { newsletterGmailOnly } = await getShopSettings(deps, deps.db)
  if (newsletterGmailOnly && !isGmail(request.email)) throw refuseFields({ path: 'email', rule: 'gmail' })
  const email = normaliseEmail(request.email)
  const payload = { call: 'subscribe', email }
  const rebuild = async (): Promise<SubscribeAnswer> => ({ email })
  return withIdempotencyKey(
    deps,
    { key, caller: undefined, payload, limits: [{ kind: 'subscribe', who: address }], rebuild },
    async (tx) => {
      const isNew = await insertSubscriber(tx, {
        id: v7(),
        email,
        created_at: isoNow(deps.clock),
        token: randomBytes(16).toString('hex'),
      })
      return new Answer({ email }, { status: isNew ? 201 : 200 })
    },
  )
}

/** Subscribers for administrators, newest first. */
export async function listSubscribers({ db }: ServiceDeps, query: ListQuery): Promise<Listed<Subscriber>> {
  const newest = db.query.selectFrom('subscriber').selectAll().orderBy('id', 'desc')
  const listed = await listRows(query, {
    count: () => countRows(db, 'subscriber'),
    rows: ({ offset, limit }) => newest.limit(limit).offset(offset).execute(),
  })
  return { ...listed, rows: listed.rows.map(toSubscriber) }
}

function toSubscriber({ id, email, created_at, token }: SubscriberRow): Subscriber {
  return { _id: id, email, created_at, unsubscribe: `/api/unsubscribe/${token}` }
}

/** Deletes a subscriber as an administrator. Refuses with `not-found`. */
export async function deleteSubscriber(deps: ServiceDeps, id: string, actor: Actor): Promise<void> {
  await transactAs(deps, actor, async (tx) => {
    const email = await removeSubscriber(tx, { id })
    if (email === undefined) throw refuse('not-found')
    await recordActions(deps, tx, [{ by: actor, kind: 'subscriber-deleted', thing: { id, name: email } }])
  })
  logDeletion(deps, { kind: 'subscriber', id, actor })
}
