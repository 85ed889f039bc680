import type { Confirmation, OwnSession } from '../../contract/account.ts'
import type { Subscriber } from '../../contract/inbox.ts'
import { type Right, rights } from '../../contract/rights.ts'
import type { AdminUser, ResetLink, User, UserWithToken } from '../../contract/users.ts'
import { isRecord, isYes, type JsonRecord, readText } from '../lib/record.ts'
import { readParties } from './read-seller.ts'
import { readData, readId, readList, readRows, readTime } from './read-value.ts'

/** A user of any server of the specification; undefined without an id. */
export function readUser(body: unknown): User | undefined {
  const value = readData(body)
  if (!isRecord(value) || readId(value) === '') return undefined
  const parties = readParties(value.parties)
  return {
    _id: readId(value),
    name: readText(value.name),
    email: readText(value.email) || readText(value.username),
    isAdmin: readRights(value).length > 0,
    rights: readRights(value),
    ...(parties && { parties }),
  }
}

/** The rights of a user. Servers without them, and devices of before, know only administrators, who may do everything. */
export function readRights(user: JsonRecord): Right[] {
  const given = user.rights
  return rights.filter((right) => (Array.isArray(given) ? given.includes(right) : isYes(user.isAdmin)))
}

/**
 * The user who logged in, in every shape that the specification allows: `{data: {…, token}}`, `{data: {user: {…}, token}}`,
 * the same without `data`, or with the token beside it. Undefined without a token.
 */
export function readUserWithToken(body: unknown): UserWithToken | undefined {
  const data = readData(body)
  if (!isRecord(data) || !isRecord(body)) return undefined
  const inner = isRecord(data.user) ? data.user : data
  const admin = [inner.isAdmin, data.isAdmin].find((value) => value !== undefined)
  const user = readUser({ ...inner, data: undefined, isAdmin: admin })
  const token = readText(data.token) || readText(inner.token) || readText(body.token)
  return user === undefined || token === '' ? undefined : { ...user, token }
}

/** A user as administrators see it. Other servers confirm no addresses. */
export function readAdminUser(body: unknown): AdminUser | undefined {
  const user = readUser(body)
  const value = readData(body)
  return user && { ...user, isConfirmed: isRecord(value) && value.isConfirmed === true }
}

export function readUsers(body: unknown): AdminUser[] | undefined {
  return readRows(readList(body, ['users']), readAdminUser)
}

/** A link to a new password; undefined without its token. */
export function readResetLink(body: unknown): ResetLink | undefined {
  if (!isRecord(body) || readText(body.token) === '') return undefined
  return { token: readText(body.token), expires_at: readTime(body.expires_at) }
}

export function readConfirmation(body: unknown): Confirmation | undefined {
  if (!isRecord(body) || typeof body.isConfirmed !== 'boolean') return undefined
  return { isConfirmed: body.isConfirmed, isMailed: body.isMailed === true }
}

/** One's own sessions. */
export function readSessions(body: unknown): OwnSession[] | undefined {
  return readRows(readList(body, ['sessions']), (row) => {
    if (!isRecord(row) || readId(row) === '') return undefined
    const [created_at, last_used_at] = [readTime(row.created_at), readTime(row.last_used_at)]
    const [browser, system] = [readText(row.browser), readText(row.system)]
    return { _id: readId(row), browser, system, created_at, last_used_at, isCurrent: row.isCurrent === true }
  })
}

/** Subscribers as objects with an address, or as bare addresses. */
export function readSubscribers(body: unknown): Subscriber[] | undefined {
  return readRows(readList(body, ['subscribers']), (row) => {
    const value = isRecord(row) ? row : { email: row }
    const email = readText(value.email)
    if (email === '') return undefined
    const [created_at, unsubscribe] = [readTime(value.created_at), readText(value.unsubscribe)]
    return { _id: readId(value) || email, email, created_at, unsubscribe }
  })
}
