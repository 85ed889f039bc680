import { createHash, randomBytes } from 'node:crypto'
import { databaseFault } from '../db/dialect/errors.ts'
import type { Handle } from '../db/handle.ts'
import * as sessions from '../db/sessions.ts'
import { withTimeout } from '../db/timeout.ts'
import { deviceOf } from './device.ts'
import { done, type Outcome, type Refusal, refuse } from './outcome.ts'
import { isoNow, type Shop } from './shop.ts'

/** The signed-in user, read from the database for each call. */
export interface SessionUser {
  id: string
  name: string
  email: string
  isAdmin: boolean
  /** of the call's session */
  token: string
  tokenHash: string
}

const day = 24 * 60 * 60 * 1000
const lifetime = 30 * day
/** Least milliseconds between two writes of a session's use. */
const useEvery = 5 * 60 * 1000

/** The form in which the database stores a token. Tokens are random, so a plain hash is safe. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Opens a session and returns its token: 256 random bits, of which only the hash is stored. */
export async function openSession(shop: Shop, tx: Handle, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = isoNow(shop.clock, lifetime)
  const now = isoNow(shop.clock)
  const row = { token_hash: hashToken(token), account_id: accountId, expires_at: expiresAt }
  await sessions.insertSession(tx, { ...row, created_at: now, last_used_at: now })
  return token
}

/**
 * The user of a token with current rights. Extends the session to 30 days from now and records the device, at most once in
 * five minutes. Refuses with `login-required`, or `account-gone` if the account is deleted.
 */
export async function authenticate(shop: Shop, token: string, userAgent?: string): Promise<Outcome<SessionUser>> {
  const tokenHash = hashToken(token)
  const session = await withTimeout(sessions.findSession(shop.db, tokenHash))
  if (!session || session.expires_at <= isoNow(shop.clock)) return refuse('login-required')
  const { id, name, email } = session
  if (id === null || name === null || email === null) return refuse('account-gone')
  // a new session has no device until its first use
  const isFresh = session.device !== '' && (session.last_used_at ?? '') > isoNow(shop.clock, -useEvery)
  if (!isFresh) await recordUse(shop, tokenHash, deviceOf(userAgent))
  return done({ id, name, email, isAdmin: session.is_admin === 1, token, tokenHash })
}

/** The author of a change: the authenticated account and session, and the caller's address group. */
export interface Actor {
  id: string
  name: string
  tokenHash: string
  /** group of addresses */
  from: string
}

/** Logs a deletion. */
export function logDeletion(shop: Shop, { kind, id, actor }: { kind: string; id: string; actor: Actor }): void {
  shop.log?.info({ kind, id, by: actor.id, from: actor.from }, 'deleted')
}

/**
 * Checks a session again in the transaction of a change; lock its account first. Refuses with `login-required` if another
 * change has ended it meanwhile.
 */
export async function requireSession(shop: Shop, tx: Handle, actor: Actor): Promise<Refusal | undefined> {
  const session = await sessions.findSession(tx, actor.tokenHash)
  const isOpen = session?.account_id === actor.id && session.expires_at > isoNow(shop.clock)
  return isOpen ? undefined : refuse('login-required')
}

/** Records the use of a session. Ignores a database that accepts no writes (full, read-only), so that reads still work. */
async function recordUse({ db, clock }: Shop, tokenHash: string, device: string): Promise<void> {
  const use = { expires_at: isoNow(clock, lifetime), device, last_used_at: isoNow(clock) }
  try {
    await sessions.updateSession(db, tokenHash, use)
  } catch (error) {
    if (!databaseFault(error)) throw error
  }
}

/** Ends the session of a token. */
export async function logout(shop: Shop, tokenHash: string): Promise<Outcome<undefined>> {
  await sessions.deleteSession(shop.db, tokenHash)
  return done(undefined)
}
