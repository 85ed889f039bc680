import { createECDH } from 'node:crypto'
import { v7 } from 'uuid'
import { limits } from '../../contract/limits.ts'
import { deleteRows, findRow, insertNew, insertRow, isoNow, lockForShare } from '../db/database.ts'
import { limitHit } from '../db/rate-limits.ts'
import { transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import type { PushKeys } from '../outbox/push-service.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { lockUserForShare } from './users-table.ts'

/** The normalised address of a push subscription, undefined unless it is `https:` on the usual port at one of `hosts` (`*.` matches subdomains). */
export function pushAddress(endpoint: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port, username, password, href } = new URL(endpoint)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  const isKnown = hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  return isPlain && isKnown ? href : undefined
}

/** The shop's VAPID keys, created on first use. */
export async function requirePushKeys({ db, push }: Pick<ServiceDeps, 'db' | 'push'>): Promise<PushKeys> {
  for (;;) {
    const row = await findRow(db, 'push_key', { only_row: 1 })
    if (row) return { publicKey: row.public_key, privateKey: row.private_key }
    const { publicKey, privateKey } = await push.makeKeys()
    // another instance that starts at the same time may have stored some
    await insertNew(db, 'push_key', { only_row: 1, public_key: publicKey, private_key: privateKey })
  }
}

export const pushKey: Handler<'pushKey'> = async (deps) => ({ key: (await requirePushKeys(deps)).publicKey })

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

/** Subscribes the browser of a session in place of its former subscription, until the session ends. Only addresses of PUSH_HOSTS are taken. */
export const savePushSubscription: Handler<'savePushSubscription'> = async (deps, { user: actor, body, language }) => {
  await limitHit(deps, { kind: 'push', who: actor.id })
  const endpoint = pushAddress(body.endpoint, deps.push.hosts)
  if (endpoint === undefined) throw refuseFields({ path: 'endpoint', rule: 'allowedValue' })
  const { p256dh, auth } = body.keys
  if (!isPoint(p256dh)) throw refuseFields({ path: 'keys.p256dh', rule: 'allowedValue' })
  return transactAs(deps, actor, async (tx) => {
    await lockUserForShare(tx, actor.id)
    if (!(await lockForShare(tx, 'login_session', { token_hash: actor.tokenHash }))) throw refuse('login-required')
    const created_at = isoNow(deps.clock)
    const row = { id: v7(), token_hash: actor.tokenHash, account_id: actor.id, endpoint, p256dh, auth, created_at }
    // the session's former one, and any other of the same browser, even of another user
    const former = tx.query.deleteFrom('push_subscription')
    await former.where((eb) => eb.or({ token_hash: row.token_hash, endpoint })).execute()
    await insertRow(tx, 'push_subscription', { ...row, language: body.language ?? language })
    const own = tx.query.selectFrom('push_subscription').select('id').where('account_id', '=', actor.id)
    const newest = await own.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
    const old = newest.slice(limits.pushSubscriptions).map(({ id }) => id)
    if (old.length > 0) await tx.query.deleteFrom('push_subscription').where('id', 'in', old).execute()
  })
}

export const deletePushSubscription: Handler<'deletePushSubscription'> = (deps, { user }) =>
  transactAs(deps, user, async (tx) => {
    await deleteRows(tx, 'push_subscription', { token_hash: user.tokenHash })
  })
