import { v7 } from 'uuid'
import { searchTerms } from '../../contract/catalogue-query.ts'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { ProfileInput, RegisterInput, User, UserUpdate, UserWithToken } from '../../contract/users.ts'
import { databaseFault } from '../db/dialect/errors.ts'
import type { AccountRow } from '../db/schema.ts'
import { deleteOtherSessions } from '../db/sessions.ts'
import { transact } from '../db/transact.ts'
import * as users from '../db/users.ts'
import { done, type Outcome, refuse, refuseFields } from '../http/outcome.ts'
import type { Listed } from '../http/paging.ts'
import type { SessionUser } from '../http/request.ts'
import { type ListQuery, listRows } from './lists.ts'
import { hashPassword } from './passwords.ts'
import { limitHit } from './rate-limits.ts'
import { openSession } from './sessions.ts'
import { isoNow, type Shop } from './shop.ts'

/** A user as the contract shows it. */
export function toUser(row: Pick<AccountRow, 'id' | 'name' | 'email' | 'is_admin'>): User {
  return { _id: row.id, name: row.name, email: row.email, isAdmin: row.is_admin === 1 }
}

function readIdentity(input: { name: string; email: string }): Outcome<{ name: string; email: string }> {
  const name = input.name.trim()
  const wrong: [string, string][] = []
  if (name === '') wrong.push(['name', 'name must not be empty.'])
  if (!isEmail(input.email)) wrong.push(['email', 'Please enter a valid email address.'])
  return wrong.length > 0 ? refuseFields(...wrong) : done({ name, email: normaliseEmail(input.email) })
}

/** The unique index has the last word on e-mail addresses, also between two who change theirs at once. */
async function unlessTaken<T>(change: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await change
  } catch (error) {
    if (databaseFault(error) === 'unique') return refuse('email-taken')
    throw error
  }
}

/** Opens an account and logs it in. Refuses with `invalid-fields`, `email-taken`, `too-many`, `busy`. */
export async function register(shop: Shop, input: RegisterInput, address: string): Promise<Outcome<UserWithToken>> {
  const limited = await limitHit(shop, { kind: 'register', who: address })
  if (limited) return limited
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  if (await users.findUserByEmail(shop.db, identity.value.email)) return refuse('email-taken')
  const hash = await hashPassword(input.password)
  if (!hash.ok) return hash
  const row = { id: v7(), ...identity.value, password_hash: hash.value, is_admin: 0, created_at: isoNow(shop.clock) }
  return transact(shop.db, async (tx) => {
    if (!(await users.insertUser(tx, row))) return refuse('email-taken')
    return done({ ...toUser(row), token: await openSession(shop, tx, row.id) })
  })
}

/**
 * Changes one's own name, e-mail address and, where one is given, password; that ends all other sessions. Refuses with
 * `forbidden` for the id of somebody else, `invalid-fields`, `email-taken`, `account-gone`, `busy`, and with `too-many`
 * when one account tries out addresses or keeps the passwords' queue full.
 */
export async function updateProfile(
  shop: Shop,
  user: SessionUser,
  input: ProfileInput,
): Promise<Outcome<UserWithToken>> {
  if (input.id !== undefined && input.id.toLowerCase() !== user.id) return refuse('forbidden')
  const limited = await limitHit(shop, { kind: 'profile', who: user.id })
  if (limited) return limited
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  const hash = input.password ? await hashPassword(input.password) : undefined
  if (hash && !hash.ok) return hash
  const change = { ...identity.value, ...(hash && { password_hash: hash.value }) }
  const work = transact(shop.db, async (tx) => {
    const now = await users.lockUser(tx, user.id)
    if (!now) return refuse('account-gone')
    await users.updateUser(tx, user.id, change)
    if (hash) await deleteOtherSessions(tx, user.id, user.tokenHash)
    return done({ ...toUser({ ...now, ...identity.value }), token: user.token })
  })
  return unlessTaken(work)
}

/** A user for that user or an administrator; `not-found` for everybody else. */
export async function findUser(
  shop: Shop,
  id: string,
  asker: { id: string; isAdmin: boolean },
): Promise<Outcome<User>> {
  const row = asker.isAdmin || asker.id === id ? await users.findUser(shop.db, id) : undefined
  return row ? done(toUser(row)) : refuse('not-found', { detail: 'There is no such user.' })
}

/** Users for administrators, oldest first; a keyword looks at name and e-mail address. */
export async function listUsers({ db }: Shop, query: ListQuery): Promise<Listed<User>> {
  const terms = searchTerms(query.keyword ?? '')
  const listed = await listRows(query, await users.usersWith(db, terms))
  return { ...listed, rows: listed.rows.map(toUser) }
}

/** Changes a user as an administrator. Refuses with `not-found`, `invalid-fields`, `email-taken`, `last-admin`. */
export async function updateUser(shop: Shop, id: string, input: UserUpdate): Promise<Outcome<User>> {
  if (input._id !== undefined && input._id.toLowerCase() !== id)
    return refuseFields(['_id', '_id is that of another user.'])
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  const change = { ...identity.value, is_admin: input.isAdmin ? 1 : 0 }
  const work = transact(shop.db, async (tx) => {
    const admins = await users.lockAdmins(tx)
    const now = await users.lockUser(tx, id)
    if (!now) return refuse('not-found', { detail: 'There is no such user.' })
    if (!input.isAdmin && admins.length === 1 && admins[0] === id) return refuse('last-admin')
    await users.updateUser(tx, id, change)
    return done(toUser({ id, ...change }))
  })
  return unlessTaken(work)
}

/**
 * Deletes an account at once, with all its sessions' rights: its tokens are known as those of a deleted account until
 * they would have ended. Orders and reviews keep the name. Refuses with `not-found`, `last-admin`.
 */
export async function deleteUser(shop: Shop, id: string): Promise<Outcome<undefined>> {
  return transact(shop.db, async (tx) => {
    const admins = await users.lockAdmins(tx)
    if (!(await users.lockUser(tx, id))) return refuse('not-found', { detail: 'There is no such user.' })
    if (admins.length === 1 && admins[0] === id) return refuse('last-admin')
    await users.deleteUser(tx, id)
    return done(undefined)
  })
}
