import { createHash, randomBytes } from 'node:crypto'
import { v5 } from 'uuid'
import type { OwnSession } from '../../contract/accounts.ts'
import {
  type Db,
  day,
  deleteRows,
  insertRow,
  isoNow,
  publish,
  transact,
  updateRows,
  withTimeout,
} from '../db/database.ts'
import { ignoreFault } from '../db/dialect/database-errors.ts'
import { limitHit, wasHit } from '../db/rate-limits.ts'
import type { SessionRow } from '../db/row-types.ts'
import { refuseCaller, type SessionUser, transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, wasRefused } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { askPassword } from './passwords.ts'
import { requireUser, rightsOf } from './users-table.ts'

const namespace = '3f8c3b1e-5f0e-4a55-9d5e-0d0c6a7f2b11'
/** The public id of a session, which does not reveal the token's hash. */
const idOf = (tokenHash: string) => v5(tokenHash, namespace)

/** All open sessions of a user, last used first. */
export async function listSessions({ db, clock }: ServiceDeps, { user }: { user: SessionUser }): Promise<OwnSession[]> {
  const rows = await listSessionsOf(db, user.id, isoNow(clock))
  return rows.map(({ token_hash, device, created_at, last_used_at }) => {
    const [browser = '', system = ''] = device.split('/')
    const times = { created_at: created_at ?? '', last_used_at: last_used_at ?? '' }
    return { _id: idOf(token_hash), browser, system, ...times, isCurrent: token_hash === user.tokenHash }
  })
}

/** Ends a session of a user. Refuses with `not-found`, also for another user's session. */
export const endSession: Handler<'endSession'> = (deps, { user, param: id }) =>
  transactAs(deps, user, async (tx) => {
    const rows = await listSessionsOf(tx, user.id, isoNow(deps.clock))
    const found = rows.find(({ token_hash }) => idOf(token_hash) === id)
    if (!found) throw refuse('not-found')
    await deleteSession(tx, found.token_hash)
  })

/** Notes that the password was typed in this session, for what needs that. Refuses like `askPassword`. */
export const typePassword: Handler<'typePassword'> = async (deps, { user, body }) => {
  const hash = await askPassword(deps, { kind: 'password', who: user.id, password: body.password })
  return transact(deps.db, async (tx) => {
    const account = await requireUser(tx, user.id)
    if (account.password_hash !== hash) throw refuse('wrong-password')
    await refuseCaller(deps, tx, user)
    const change = { password_at: isoNow(deps.clock) }
    await updateRows(tx, 'login_session', { having: { token_hash: user.tokenHash }, change })
  })
}

/** A session with the current state of its account, so that changed rights apply at once. */
export async function findSession(db: Db, tokenHash: string) {
  const sessions = db.query.selectFrom('login_session as session').where('token_hash', '=', tokenHash)
  const query = sessions.leftJoin('account', 'account.id', 'session.account_id')
  const some = query.select(['session.account_id', 'session.expires_at', 'device', 'last_used_at', 'password_at'])
  return some.select(['account.id', 'account.name', 'account.email', 'account.rights']).executeTakeFirst()
}

export const insertSession = (tx: Db, session: Omit<SessionRow, 'device'>) => insertRow(tx, 'login_session', session)

/** The open sessions of an account, last used first. */
async function listSessionsOf({ query }: Db, accountId: string, now: string) {
  const open = query.selectFrom('login_session').where('account_id', '=', accountId).where('expires_at', '>', now)
  const newest = open.orderBy('last_used_at', 'desc').orderBy('token_hash').limit(100)
  return newest.select(['token_hash', 'device', 'created_at', 'last_used_at']).execute()
}

async function deleteSession(tx: Db, token_hash: string): Promise<void> {
  const deleted = await deleteRows(tx, 'login_session', { token_hash })
  if (deleted) await publish(tx, { kind: 'account', id: deleted.account_id })
}

export async function deleteOtherSessions(tx: Db, accountId: string, currentHash: string): Promise<void> {
  const own = tx.query.deleteFrom('login_session').where('account_id', '=', accountId)
  await own.where('token_hash', '<>', currentHash).execute()
  await publish(tx, { kind: 'account', id: accountId })
}

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
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A token of 256 random bits, of which only the hash is stored. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, token_hash: hashToken(token) }
}

/** Opens a session for whoever has just typed the password; returns its token. */
export async function openSession(deps: ServiceDeps, tx: Db, accountId: string): Promise<string> {
  const { token, token_hash } = newToken()
  const now = isoNow(deps.clock)
  const row = { token_hash, account_id: accountId, expires_at: isoNow(deps.clock, lifetime) }
  await insertSession(tx, { ...row, created_at: now, last_used_at: now, password_at: now })
  return token
}

/** The user of a token with current rights. Extends the session to 30 days from now and records the device, at most once in five minutes. */
export async function authenticate(deps: ServiceDeps, token: string, userAgent?: string): Promise<SessionUser> {
  const tokenHash = hashToken(token)
  const session = await withTimeout(deps.db, findSession(deps.db, tokenHash))
  if (!session || session.expires_at <= isoNow(deps.clock)) throw refuse('login-required')
  const { id, name, email } = session
  if (id === null || name === null || email === null) throw refuse('account-gone')
  // a new session has no device until its first use
  const isFresh = session.device !== '' && (session.last_used_at ?? '') > isoNow(deps.clock, -useEvery)
  if (!isFresh) {
    const change = {
      expires_at: isoNow(deps.clock, lifetime),
      device: deviceOf(userAgent),
      last_used_at: isoNow(deps.clock),
    }
    // a database that accepts no writes (full, read-only) still answers
    await updateRows(deps.db, 'login_session', { having: { token_hash: tokenHash }, change }).catch(ignoreFault)
  }
  return { id, name, email, rights: rightsOf(session), token, tokenHash }
}

export const logout: Handler<'logout'> = (deps, { user }) =>
  transactAs(deps, user, (tx) => deleteSession(tx, user.tokenHash))

/** A login attempt: the typed e-mail address, and the caller's address group. */
export interface LoginSource {
  email: string
  group: string
}

const knownFrom = ({ email, group }: LoginSource) => ({ kind: 'knownLogin', who: `${group} ${email}` }) as const

/** Notes that an account was let in from an address group, where its logins then do not depend on the failures of others. */
export const noteLogin = (deps: ServiceDeps, tx: Db, source: LoginSource) =>
  wasRefused(limitHit(deps, knownFrom(source), tx))
export const wasLetIn = (deps: ServiceDeps, source: LoginSource) => wasHit(deps, knownFrom(source))
