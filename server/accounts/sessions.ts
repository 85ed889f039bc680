import { createHash, randomBytes } from 'node:crypto'
import { type Caller, type SessionUser, transactAs } from '../platform/caller.ts'
import { day, isoNow } from '../platform/clock.ts'
import { ignoreFault } from '../platform/db/dialect/errors.ts'
import type { Handle } from '../platform/db/handle.ts'
import { withTimeout } from '../platform/db/timeout.ts'
import { limitHit, wasHit } from '../platform/rate-limits.ts'
import { refuse, wasRefused } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as sessions from './sessions-table.ts'
import { rightsOf } from './users-table.ts'

/** The first match counts, because user agents also name other browsers. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: [RegExp, string][], userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

/** Browser and system of a User-Agent, separated by a slash; empty if unknown. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500)
  return `${nameIn(browsers, text)}/${nameIn(systems, text)}`
}

const lifetime = 30 * day
/** Least milliseconds between two writes of a session's use. */
const useEvery = 5 * 60 * 1000

/** The form in which the database stores a token. Tokens are random, so a plain hash is safe. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Opens a session for whoever has just typed the password; returns its token: 256 random bits, of which only the hash is stored. */
export async function openSession(deps: ServiceDeps, tx: Handle, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = isoNow(deps.clock, lifetime)
  const now = isoNow(deps.clock)
  const row = { token_hash: hashToken(token), account_id: accountId, expires_at: expiresAt }
  await sessions.insertSession(tx, { ...row, created_at: now, last_used_at: now, password_at: now })
  return token
}

/**
 * The user of a token with current rights. Extends the session to 30 days from now and records the device, at most once in
 * five minutes. Refuses with `login-required`, or `account-gone` if the account is deleted.
 */
export async function authenticate(deps: ServiceDeps, token: string, userAgent?: string): Promise<SessionUser> {
  const tokenHash = hashToken(token)
  const session = await withTimeout(deps.db, sessions.findSession(deps.db, tokenHash))
  if (!session || session.expires_at <= isoNow(deps.clock)) throw refuse('login-required')
  const { id, name, email } = session
  if (id === null || name === null || email === null) throw refuse('account-gone')
  // a new session has no device until its first use
  const isFresh = session.device !== '' && (session.last_used_at ?? '') > isoNow(deps.clock, -useEvery)
  if (!isFresh) await recordUse(deps, tokenHash, deviceOf(userAgent))
  return { id, name, email, rights: rightsOf(session), token, tokenHash }
}

/** Records the use of a session. Ignores a database that accepts no writes (full, read-only), so that reads still work. */
async function recordUse({ db, clock }: ServiceDeps, tokenHash: string, device: string): Promise<void> {
  const use = { expires_at: isoNow(clock, lifetime), device, last_used_at: isoNow(clock) }
  await sessions.updateSession(db, tokenHash, use).catch(ignoreFault)
}

/** Ends the session of a call. */
export function logout(deps: ServiceDeps, user: Caller): Promise<void> {
  return transactAs(deps, user, async (tx) => {
    await sessions.deleteSession(tx, user.tokenHash)
  })
}

/** A login attempt: the typed e-mail address, and the caller's address group. */
export interface LoginSource {
  email: string
  group: string
}

const knownFrom = ({ email, group }: LoginSource) => ({ kind: 'knownLogin', who: `${group} ${email}` }) as const

/** Notes that an account was let in from an address group, where its logins then do not depend on the failures of others. */
export const noteLogin = (deps: ServiceDeps, tx: Handle, source: LoginSource) =>
  wasRefused(limitHit(deps, knownFrom(source), tx))

export const wasLetIn = (deps: ServiceDeps, source: LoginSource) => wasHit(deps, knownFrom(source))
