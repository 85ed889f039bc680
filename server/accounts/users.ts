import { v7 } from 'uuid'
import type { AdminUser, ProfileInput, RegisterInput, User, UserWithToken } from '../../contract/accounts.ts'
import { searchTerms } from '../../contract/catalogue-query.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import { isEmail, normaliseEmail } from '../../contract/fields.ts'
import type { Locale } from '../../contract/locales.ts'
import { partiesText, readParties } from '../orders/order-view.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import { type Actor, refuseCaller, type SessionUser } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { databaseFault } from '../platform/db/dialect/errors.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { type Listed, type ListQuery, listRows } from '../platform/lists.ts'
import { limitCrowd, limitHit } from '../platform/rate-limits.ts'
import { refuse, refuseFields, wasRefused } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { endResetLinks, isKept } from './account-links.ts'
import { mailChange } from './account-mails.ts'
import { queueConfirmation } from './confirm-email.ts'
import { hashPassword } from './passwords.ts'
import { deleteOtherSessions, noteLogin, openSession } from './sessions.ts'
import { requireTypedPassword } from './trust.ts'
import * as users from './users-table.ts'

/** A user as in the contract. */
export function toUser(
  row: Pick<AccountRow, 'id' | 'name' | 'email' | 'rights'> & Partial<Pick<AccountRow, 'parties'>>,
): User {
  const rights = users.rightsOf(row)
  const parties = readParties(row.parties)
  return {
    ...{ _id: row.id, name: row.name, email: row.email, isAdmin: rights.length > 0, rights },
    ...(parties && { parties }),
  }
}

/** A user as administrators see it. */
export function toAdminUser(row: Parameters<typeof toUser>[0] & Pick<AccountRow, 'confirmed_at'>): AdminUser {
  return { ...toUser(row), isConfirmed: row.confirmed_at !== null }
}

export const emailTaken = refuse('email-taken', { errors: [{ path: 'email', rule: 'alreadyUsed' }] })
export const noUser = refuse('not-found', { detail: 'There is no such user.' })

/** Name and address of an account as they are stored. Refuses with `invalid-fields`. */
export function readIdentity(input: { name: string; email: string }): { name: string; email: string } {
  const name = input.name.trim()
  const wrong: InvalidField[] = []
  if (name === '') wrong.push({ path: 'name', rule: 'required' })
  if (!isEmail(input.email)) wrong.push({ path: 'email', rule: 'email' })
  if (wrong.length > 0) throw refuseFields(...wrong)
  return { name, email: normaliseEmail(input.email) }
}

/** Turns a violation of the unique e-mail address into a refusal, which also covers concurrent changes. */
export async function unlessTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (databaseFault(error) === 'unique') throw emailTaken
    throw error
  }
}

/** The columns of consent to the shop's terms, where it has some. Refuses without consent to the version that it has now. */
export async function readConsent(
  deps: ServiceDeps,
  db: Handle,
  { agreed, at }: { agreed: number | undefined; at: string },
): Promise<{ terms_version?: number; terms_at?: string }> {
  const { terms } = (await getShopSettings(deps, db)).legal
  if (terms === 0) return {}
  if (agreed !== terms)
    throw refuseFields({ path: 'terms', rule: agreed === undefined ? 'required' : 'changedMeanwhile' })
  return { terms_version: terms, terms_at: at }
}

/** Creates an account and logs it in. Refuses with `invalid-fields`, `email-taken`, `too-many`, `busy`. */
export async function register(
  deps: ServiceDeps,
  input: RegisterInput,
  { address, language }: { address: string; language: Locale },
): Promise<UserWithToken> {
  const identity = readIdentity(input)
  if (await users.findUserByEmail(deps.db, identity.email)) throw emailTaken
  const given = { agreed: input.terms, at: isoNow(deps.clock) }
  await readConsent(deps, deps.db, given)
  await limitCrowd(deps, { address, kinds: ['registerAddress', 'registerShop'] })
  const hash = await hashPassword(input.password)
  const row = { id: v7(), ...identity, password_hash: hash, rights: '', created_at: given.at }
  return transact(deps.db, async (tx) => {
    const consent = await readConsent(deps, tx, given)
    if (!(await users.insertUser(tx, { ...row, ...consent })) || (await isKept(deps, tx, row))) throw emailTaken
    await wasRefused(queueConfirmation(deps, tx, { email: row.email, language, address }))
    await noteLogin(deps, tx, { email: row.email, group: address })
    return { ...toUser(row), token: await openSession(deps, tx, row.id) }
  })
}

/**
 * Changes one's own name, e-mail address and optionally password; a new password ends all other sessions. Refuses with
 * `forbidden` for another user's id, `invalid-fields`, `email-taken`, `account-gone`, `busy`, `too-many`, with `login-required` if another
 * change has just ended this session, and like `requireTypedPassword` and `mailChange` where address or password change.
 */
export async function updateProfile(
  deps: ServiceDeps,
  user: SessionUser & Actor & { language: Locale },
  input: ProfileInput,
): Promise<UserWithToken> {
  if (input.id !== undefined && input.id.toLowerCase() !== user.id) throw refuse('forbidden')
  await limitHit(deps, { kind: 'profile', who: user.id })
  const identity = readIdentity(input)
  const hash = input.password ? await hashPassword(input.password) : undefined
  const { parties } = input
  const change = {
    ...identity,
    ...(hash && { password_hash: hash }),
    ...(parties && { parties: partiesText(parties) }),
  }
  const work = transact(deps.db, async (tx) => {
    const account = await users.lockUser(tx, user.id)
    if (!account) throw refuse('account-gone')
    await refuseCaller(deps, tx, user)
    const isNewAddress = account.email !== change.email
    const isNewLogin = isNewAddress || hash !== undefined
    if (isNewLogin) await requireTypedPassword(deps, tx, user)
    const credentials = isNewLogin && { credentials_at: isoNow(deps.clock) }
    await users.updateUser(tx, user.id, { ...change, ...credentials, ...(isNewAddress && { confirmed_at: null }) })
    if (isNewAddress && (await isKept(deps, tx, { ...account, ...change }))) throw emailTaken
    const { language } = user
    if (isNewLogin) await mailChange(deps, tx, { account, language })
    if (account.rights !== '')
      await logOwnChange(deps, tx, { by: user, account, change, isNewPassword: hash !== undefined })
    const mail = { email: change.email, language, caller: user.id, address: user.from }
    if (isNewAddress) await wasRefused(queueConfirmation(deps, tx, mail))
    if (hash) {
      await deleteOtherSessions(tx, user.id, user.tokenHash)
      await endResetLinks(tx, user.id, isoNow(deps.clock))
    }
    return { ...toUser({ ...account, ...change }), token: user.token }
  })
  const changed = await unlessTaken(work)
  if (hash) deps.log?.info({ account: user.id, from: user.from }, 'password changed')
  return changed
}

/** What administrators change of their own accounts is in the log, which never has a password. */
async function logOwnChange(
  deps: ServiceDeps,
  tx: Handle,
  own: { by: Actor; account: AccountRow; change: Pick<AccountRow, 'name' | 'email'>; isNewPassword: boolean },
): Promise<void> {
  const { by, account, change, isNewPassword } = own
  const thing = { id: account.id, name: change.name }
  const changes = changesOf('user', toUser(account), toUser({ ...account, ...change }))
  const changed = changes.length > 0 ? [{ by, kind: 'user-changed', thing, changes } as const] : []
  const renewed = isNewPassword ? [{ by, kind: 'password-changed', thing } as const] : []
  await recordActions(deps, tx, [...changed, ...renewed])
}

/** A user for themselves or an administrator with the right `people`; `not-found` for others. */
export async function findUser(
  deps: ServiceDeps,
  id: string,
  asker: Pick<SessionUser, 'id' | 'rights'>,
): Promise<User> {
  const row = asker.rights.includes('people') || asker.id === id ? await users.findUser(deps.db, id) : undefined
  if (!row) throw noUser
  return toUser(row)
}

/** Users for administrators, oldest first. A keyword searches name and e-mail address. */
export async function listUsers({ db }: ServiceDeps, query: ListQuery): Promise<Listed<AdminUser>> {
  const terms = searchTerms(query.keyword ?? '')
  const listed = await listRows(query, users.searchUsers(db, terms))
  return { ...listed, rows: listed.rows.map(toAdminUser) }
}
