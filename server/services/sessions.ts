import { createHash, randomBytes } from 'node:crypto'
import { databaseFault } from '../db/dialect/errors.ts'
import type { Handle } from '../db/handle.ts'
import * as sessions from '../db/sessions.ts'
import { withTimeout } from '../db/timeout.ts'
import { deviceOf } from './device.ts'
import { done, type Outcome, type Refusal, refuse } from './outcome.ts'
import { isoNow, type Shop } from './shop.ts'

/** The signed-in user as the database has it at this moment. */
export interface SessionUser {
  id: string
  name: string
  email: string
  isAdmin: boolean
  /** the token that came with the call, and what the database knows of it */
  token: string
  tokenHash: string
}

const day = 24 * 60 * 60 * 1000
const lifetime = 30 * day
/** Milliseconds between two writes of when a session was used. */
const useEvery = 5 * 60 * 1000

/** Tokens are random, so a plain hash is enough: a token cannot be guessed from the database. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Opens a session and returns its token: 256 random bits, known to the client alone. */
export async function openSession(shop: Shop, tx: Handle, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = isoNow(shop.clock, lifetime)
  const now = isoNow(shop.clock)
  const row = { token_hash: hashToken(token), account_id: accountId, expires_at: expiresAt }
  await sessions.insertSession(tx, { ...row, created_at: now, last_used_at: now })
  return token
}

/**
 * The user of a token, with the rights of this moment. Each use prolongs it to 30 days and notes the device, written at
 * most once in five minutes.
 * Refuses with `login-required`, or `account-gone` when the account was deleted.
 */
export async function authenticate(shop: Shop, token: string, userAgent?: string): Promise<Outcome<SessionUser>> {
  const tokenHash = hashToken(token)
  const session = await withTimeout(sessions.findSession(shop.db, tokenHash))
  if (!session || session.expires_at <= isoNow(shop.clock)) return refuse('login-required')
  const { id, name, email } = session
  if (id === null || name === null || email === null) return refuse('account-gone')
  // a new session has no device yet: its first use tells it
  const isFresh = session.device !== '' && (session.last_used_at ?? '') > isoNow(shop.clock, -useEvery)
  if (!isFresh) await noteUse(shop, tokenHash, deviceOf(userAgent))
  return done({ id, name, email, isAdmin: session.is_admin === 1, token, tokenHash })
}

/** Who asks for a change: the account and session that were found at the door, and where the call came from. */
export interface Actor {
  id: string
  name: string
  tokenHash: string
  /** group of addresses */
  from: string
}

/** Who deleted what, for the log. */
export function logDeletion(shop: Shop, { kind, id, actor }: { kind: string; id: string; actor: Actor }): void {
  shop.log?.info({ kind, id, by: actor.id, from: actor.from }, 'deleted')
}

/**
 * Looks at a session again in the transaction of the change that it asks for; lock its account first. Refuses with
 * `login-required` when another change has ended it meanwhile.
 */
export async function requireSession(shop: Shop, tx: Handle, actor: Actor): Promise<Refusal | undefined> {
  const session = await sessions.findSession(tx, actor.tokenHash)
  const isOpen = session?.account_id === actor.id && session.expires_at > isoNow(shop.clock)
  return isOpen ? undefined : refuse('login-required')
}

/** A database that takes no writes (full, read-only) is no reason to refuse a read: the next use tries again. */
async function noteUse({ db, clock }: Shop, tokenHash: string, device: string): Promise<void> {
  const use = { expires_at: isoNow(clock, lifetime), device, last_used_at: isoNow(clock) }
  try {
    await sessions.updateSession(db, tokenHash, use)
  } catch (error) {
    if (!databaseFault(error)) throw error
  }
}

/** Ends one session. */
export async function logout(shop: Shop, tokenHash: string): Promise<Outcome<undefined>> {
  await sessions.deleteSession(shop.db, tokenHash)
  return done(undefined)
}
