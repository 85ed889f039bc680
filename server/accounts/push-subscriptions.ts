import { createECDH } from 'node:crypto'
import { v7 } from 'uuid'
import { limits } from '../../contract/limits.ts'
import { isoNow } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { PushSubscriptionRow } from '../db/outgoing-rows.ts'
import { limitHit } from '../db/rate-limits.ts'
import { transactAs } from '../http/caller.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import type { Handler } from '../http/route-spec.ts'
import { findPushKeys, insertPushKeys, type PushKeys } from '../outbox/push-service.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { lockSessionForShare } from './sessions.ts'
import { hasRight, lockUserForShare } from './users-table.ts'

/** Replaces the session's subscription and any other of the same browser, even of another user. */
async function replacePushSubscription(tx: Db, subscription: PushSubscriptionRow): Promise<void> {
  const { token_hash, endpoint } = subscription
  await tx.query
    .deleteFrom('push_subscription')
    .where((eb) => eb.or({ token_hash, endpoint }))
    .execute()
  await tx.query.insertInto('push_subscription').values(subscription).execute()
}

/** Deletes all but the newest `most` subscriptions of an account. */
async function deleteOldPushSubscriptions(tx: Db, accountId: string, most: number): Promise<void> {
  const rows = await tx.query
    .selectFrom('push_subscription')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const old = rows.slice(most).map(({ id }) => id)
  if (old.length > 0) await tx.query.deleteFrom('push_subscription').where('id', 'in', old).execute()
}

async function deletePushSubscriptionOf(db: Db, tokenHash: string): Promise<void> {
  await db.query.deleteFrom('push_subscription').where('token_hash', '=', tokenHash).execute()
}

export async function removePushSubscription(db: Db, id: string): Promise<void> {
  await db.query.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** The subscriptions of an account, or of those who answer requests, without those of `except`. */
export async function listPushSubscriptions(
  tx: Db,
  { account, except }: { account: string | undefined; except: string },
): Promise<string[]> {
  const all = tx.query
    .selectFrom('push_subscription')
    .innerJoin('account', 'account.id', 'push_subscription.account_id')
    .select('push_subscription.id')
    .where('push_subscription.account_id', '<>', except)
    .orderBy('push_subscription.id')
  const query = account === undefined ? all.where(hasRight('orders')) : all.where('account.id', '=', account)
  return (await query.execute()).map(({ id }) => id)
}

/**
 * The normalised address of a push subscription if the shop may call it: `https:` on the usual port, at one of `hosts`
 * (`*.example.com` matches all subdomains). Undefined for all others, such as addresses in the local network.
 */
export function pushAddress(endpoint: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port, username, password, href } = new URL(endpoint)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  const isKnown = hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  return isPlain && isKnown ? href : undefined
}

/** The shop's VAPID keys, created on first use. */
export async function requirePushKeys({ db, push }: Pick<ServiceDeps, 'db' | 'push'>): Promise<PushKeys> {
  const stored = await findPushKeys(db)
  if (stored) return stored
  await insertPushKeys(db, await push.makeKeys())
  const keys = await findPushKeys(db)
  if (!keys) throw new Error('The push keys could not be stored.')
  return keys
}

/** The public key that browsers subscribe with. */
export async function pushKey(deps: ServiceDeps) {
  return { key: (await requirePushKeys(deps)).publicKey }
}

/** Whether a public key is a point of the curve, so that messages can be encrypted for it. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/**
 * Subscribes the browser of a session, replacing its previous subscription; it ends with the session. Refuses with
 * `invalid-fields` for an invalid key or an address outside PUSH_HOSTS, `too-many`, `account-gone` and `login-required`.
 */
export const savePushSubscription: Handler<'savePushSubscription'> = async (
  deps,
  { user: actor, body: input, language },
) => {
  await limitHit(deps, { kind: 'push', who: actor.id })
  const endpoint = pushAddress(input.endpoint, deps.push.hosts)
  if (endpoint === undefined) throw refuseFields({ path: 'endpoint', rule: 'allowedValue' })
  const { p256dh, auth } = input.keys
  if (!isPoint(p256dh)) throw refuseFields({ path: 'keys.p256dh', rule: 'allowedValue' })
  return transactAs(deps, actor, async (tx) => {
    if (!(await lockUserForShare(tx, actor.id))) throw refuse('account-gone')
    if (!(await lockSessionForShare(tx, actor.tokenHash))) throw refuse('login-required')
    const created_at = isoNow(deps.clock)
    const row = { id: v7(), token_hash: actor.tokenHash, account_id: actor.id, endpoint, p256dh, auth, created_at }
    await replacePushSubscription(tx, { ...row, language: input.language ?? language })
    await deleteOldPushSubscriptions(tx, actor.id, limits.pushSubscriptions)
  })
}

/** Ends the subscription of a session, if it has one. */
export const deletePushSubscription: Handler<'deletePushSubscription'> = (deps, { user }) =>
  transactAs(deps, user, async (tx) => {
    await deletePushSubscriptionOf(tx, user.tokenHash)
  })
