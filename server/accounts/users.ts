import { v7 } from 'uuid'
import { searchTerms } from '../../contract/catalogue-query.ts'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import type { Locale } from '../../contract/locales.ts'
import type { AdminUser, ProfileInput, RegisterInput, User, UserUpdate, UserWithToken } from '../../contract/users.ts'
import { changesOf, recordActions, recordChange } from '../platform/admin-log.ts'
import type { Actor, SessionUser } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { databaseFault } from '../platform/db/dialect/errors.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { type Listed, type ListQuery, listRows } from '../platform/lists.ts'
import { done, type Outcome, refuse, refuseFields } from '../platform/outcome.ts'
import { limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { endResetLinks } from './account-links-table.ts'
import { queueConfirmation } from './confirm-email.ts'
import { hashPassword } from './passwords.ts'
import { openSession, requireSession } from './sessions.ts'
import { deleteOtherSessions } from './sessions-table.ts'
import * as users from './users-table.ts'

/** A user as in the contract. */
export function toUser(row: Pick<AccountRow, 'id' | 'name' | 'email' | 'is_admin'>): User {
  return { _id: row.id, name: row.name, email: row.email, isAdmin: row.is_admin === 1 }
}

/** A user as administrators see it. */
export function toAdminUser(row: Parameters<typeof toUser>[0] & Pick<AccountRow, 'confirmed_at'>): AdminUser {
  return { ...toUser(row), isConfirmed: row.confirmed_at !== null }
}

const emailTaken = refuse('email-taken', { errors: [{ path: 'email', rule: 'alreadyUsed' }] })
const noUser = refuse('not-found', { detail: 'There is no such user.' })

function readIdentity(input: { name: string; email: string }): Outcome<{ name: string; email: string }> {
  const name = input.name.trim()
  const wrong: InvalidField[] = []
  if (name === '') wrong.push({ path: 'name', rule: 'required' })
  if (!isEmail(input.email)) wrong.push({ path: 'email', rule: 'email' })
  return wrong.length > 0 ? refuseFields(...wrong) : done({ name, email: normaliseEmail(input.email) })
}

/** Turns a violation of the unique e-mail address into a refusal, which also covers concurrent changes. */
async function unlessTaken<T>(change: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await change
  } catch (error) {
    if (databaseFault(error) === 'unique') return emailTaken
    throw error
  }
}

/** Creates an account and logs it in. Refuses with `invalid-fields`, `email-taken`, `too-many`, `busy`. */
export async function register(
  deps: ServiceDeps,
  input: RegisterInput,
  { address, language }: { address: string; language: Locale },
): Promise<Outcome<UserWithToken>> {
  const limited = await limitHit(deps, { kind: 'register', who: address })
  if (limited) return limited
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  if (await users.findUserByEmail(deps.db, identity.value.email)) return emailTaken
  const hash = await hashPassword(input.password)
  if (!hash.ok) return hash
  const row = { id: v7(), ...identity.value, password_hash: hash.value, is_admin: 0, created_at: isoNow(deps.clock) }
  return transact(deps.db, async (tx) => {
    if (!(await users.insertUser(tx, row))) return emailTaken
    await queueConfirmation(deps, tx, { email: row.email, language, callers: [address] })
    return done({ ...toUser(row), token: await openSession(deps, tx, row.id) })
  })
}

/**
 * Changes one's own name, e-mail address and optionally password; a new password ends all other sessions. Refuses with
 * `forbidden` for another user's id, `invalid-fields`, `email-taken`, `account-gone`, `busy`, `too-many`, and with
 * `login-required` if another change has just ended this session.
 */
export async function updateProfile(
  deps: ServiceDeps,
  user: SessionUser & Actor & { language: Locale },
  input: ProfileInput,
): Promise<Outcome<UserWithToken>> {
  if (input.id !== undefined && input.id.toLowerCase() !== user.id) return refuse('forbidden')
  const limited = await limitHit(deps, { kind: 'profile', who: user.id })
  if (limited) return limited
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  const hash = input.password ? await hashPassword(input.password) : undefined
  if (hash && !hash.ok) return hash
  const change = { ...identity.value, ...(hash && { password_hash: hash.value }) }
  const work = transact(deps.db, async (tx) => {
    const account = await users.lockUser(tx, user.id)
    if (!account) return refuse('account-gone')
    const ended = await requireSession(deps, tx, user)
    if (ended) return ended
    const isNewAddress = account.email !== change.email
    await users.updateUser(tx, user.id, { ...change, ...(isNewAddress && { confirmed_at: null }) })
    const callers = [user.id, user.from]
    if (isNewAddress) await queueConfirmation(deps, tx, { email: change.email, language: user.language, callers })
    if (hash) {
      await deleteOtherSessions(tx, user.id, user.tokenHash)
      await endResetLinks(tx, user.id, isoNow(deps.clock))
    }
    return done({ ...toUser({ ...account, ...identity.value }), token: user.token })
  })
  const changed = await unlessTaken(work)
  if (changed.ok && hash) deps.log?.info({ account: user.id, from: user.from }, 'password changed')
  return changed
}

/** A user for themselves or an administrator; `not-found` for others. */
export async function findUser(
  deps: ServiceDeps,
  id: string,
  asker: { id: string; isAdmin: boolean },
): Promise<Outcome<User>> {
  const row = asker.isAdmin || asker.id === id ? await users.findUser(deps.db, id) : undefined
  return row ? done(toUser(row)) : noUser
}

/** Users for administrators, oldest first. A keyword searches name and e-mail address. */
export async function listUsers({ db }: ServiceDeps, query: ListQuery): Promise<Listed<AdminUser>> {
  const terms = searchTerms(query.keyword ?? '')
  const listed = await listRows(query, await users.searchUsers(db, terms))
  return { ...listed, rows: listed.rows.map(toAdminUser) }
}

/**
 * Ids of all administrators, locked until the transaction ends. Refuses with `account-gone`, `forbidden` or `login-required`
 * if the actor's account, admin rights or session have just ended.
 */
export async function lockAdminsFor(deps: ServiceDeps, tx: Handle, actor: Actor): Promise<Outcome<string[]>> {
  const admins = await users.lockAdmins(tx)
  if (!admins.includes(actor.id)) return refuse((await users.findUser(tx, actor.id)) ? 'forbidden' : 'account-gone')
  return (await requireSession(deps, tx, actor)) ?? done(admins)
}

/**
 * Changes a user as an administrator. Refuses with `not-found`, `invalid-fields`, `email-taken`, `last-admin` and like
 * `lockAdminsFor`.
 */
export async function updateUser(
  deps: ServiceDeps,
  id: string,
  { input, actor, language }: { input: UserUpdate; actor: Actor; language: Locale },
): Promise<Outcome<AdminUser>> {
  if (input._id !== undefined && input._id.toLowerCase() !== id)
    return refuseFields({ path: '_id', rule: 'unchangeable' })
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  const change = { ...identity.value, is_admin: input.isAdmin ? 1 : 0 }
  const work = transact(deps.db, async (tx) => {
    const admins = await lockAdminsFor(deps, tx, actor)
    if (!admins.ok) return admins
    const before = await users.lockUser(tx, id)
    if (!before) return noUser
    if (!input.isAdmin && admins.value.length === 1 && admins.value[0] === id) return refuse('last-admin')
    const isNewAddress = before.email !== change.email
    const confirmed_at = isNewAddress ? null : before.confirmed_at
    await users.updateUser(tx, id, { ...change, confirmed_at })
    const isRightChanged = before.is_admin !== change.is_admin
    const changes = changesOf('user', toUser(before), toUser({ id, ...change }))
    const rightKind = input.isAdmin ? 'rights-given' : 'rights-taken'
    const kind = isRightChanged ? rightKind : 'user-changed'
    await recordChange(deps, tx, { by: actor, kind, thing: { id, name: change.name }, changes })
    if (isNewAddress) await queueConfirmation(deps, tx, { email: change.email, language, callers: [actor.id] })
    return done({
      user: toAdminUser({ id, ...change, confirmed_at }),
      isRightChanged,
    })
  })
  const changed = await unlessTaken(work)
  if (!changed.ok) return changed
  const { user, isRightChanged } = changed.value
  if (isRightChanged)
    deps.log?.warn({ account: id, isAdmin: user.isAdmin, by: actor.id, from: actor.from }, 'rights changed')
  return done(user)
}

/**
 * Deletes an account as an administrator. Its sessions stay until they expire, to be refused with `account-gone`; orders and
 * reviews retain the name. Refuses with `not-found`, `last-admin` and like `lockAdminsFor`.
 */
export async function deleteUser(deps: ServiceDeps, id: string, actor: Actor): Promise<Outcome<undefined>> {
  const deleted = await transact(deps.db, async (tx) => {
    const admins = await lockAdminsFor(deps, tx, actor)
    if (!admins.ok) return admins
    const row = await users.lockUser(tx, id)
    if (!row) return noUser
    if (admins.value.length === 1 && admins.value[0] === id) return refuse('last-admin')
    await users.deleteUser(tx, id)
    const changes = changesOf('user', toUser(row), undefined)
    await recordActions(deps, tx, [{ by: actor, kind: 'user-deleted', thing: { id, name: row.name }, changes }])
    return done(undefined)
  })
  if (deleted.ok) deps.log?.warn({ account: id, by: actor.id, from: actor.from }, 'account deleted')
  return deleted
}
