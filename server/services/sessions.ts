import { createHash, randomBytes } from 'node:crypto'
import { databaseFault } from '../db/dialect/errors.ts'
import type { Handle } from '../db/handle.ts'
import { impatiently } from '../db/patience.ts'
import * as sessions from '../db/sessions.ts'
import { done, type Outcome, refuse } from '../http/outcome.ts'
import type { SessionUser } from '../http/request.ts'
import { isoNow, type Shop } from './shop.ts'

const day = 24 * 60 * 60 * 1000
const lifetime = 30 * day

/** Tokens are random, so a plain hash is enough: nobody can guess one from the database. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Opens a session and returns its token: 256 random bits, known to the client alone. */
export async function openSession(shop: Shop, tx: Handle, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = isoNow(shop.clock, lifetime)
  await sessions.insertSession(tx, { token_hash: hashToken(token), account_id: accountId, expires_at: expiresAt })
  return token
}

/**
 * The user of a token, with the rights of this moment. Each use prolongs it to 30 days, written at most once a day.
 * Refuses with `login-required`, or `account-gone` when the account was deleted.
 */
export async function authenticate(shop: Shop, token: string): Promise<Outcome<SessionUser>> {
  const tokenHash = hashToken(token)
  const session = await impatiently(sessions.findSession(shop.db, tokenHash))
  if (!session || session.expires_at <= isoNow(shop.clock)) return refuse('login-required')
  const { id, name, email } = session
  if (id === null || name === null || email === null) return refuse('account-gone')
  if (session.expires_at < isoNow(shop.clock, lifetime - day)) {
    await prolong(shop, tokenHash)
  }
  return done({ id, name, email, isAdmin: session.is_admin === 1, token, tokenHash })
}

/** A database that takes no writes (full, read-only) is no reason to refuse a read: the next use tries again. */
async function prolong(shop: Shop, tokenHash: string): Promise<void> {
  try {
    await sessions.prolongSession(shop.db, tokenHash, isoNow(shop.clock, lifetime))
  } catch (error) {
    if (!databaseFault(error)) throw error
  }
}

/** Ends one session. */
export async function logout(shop: Shop, tokenHash: string): Promise<Outcome<undefined>> {
  await sessions.deleteSession(shop.db, tokenHash)
  return done(undefined)
}
