import { v7 } from 'uuid'
import { searchTerms } from '../../contract/catalogue-query.ts'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import type { Locale } from '../../contract/locales.ts'
import type { AdminUser, ProfileInput, RegisterInput, User, UserWithToken } from '../../contract/users.ts'
import { partiesText, readParties } from '../orders/parties.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import { type Actor, refuseCaller, type SessionUser } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { databaseFault } from '../platform/db/dialect/errors.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { type Listed, type ListQuery, listRows } from '../platform/lists.ts'
import { done, type Outcome, refuse, refuseFields } from '../platform/outcome.ts'
import { limitCrowd, limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { endResetLinks, isKept } from './account-links-table.ts'
import { mailChange } from './account-mails.ts'
import { queueConfirmation } from './confirm-email.ts'
import { hashPassword } from './passwords.ts'
import { noteLogin, openSession } from './sessions.ts'
import { deleteOtherSessions } from './sessions-table.ts'
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
export function readIdentity(input: { name: string; email: string }): Outcome<{ name: string; email: string }> {
  const name = input.name.trim()
  const wrong: InvalidField[] = []
  if (name === '') wrong.push({ path: 'name', rule: 'required' })
  if (!isEmail(input.email)) wrong.push({ path: 'email', rule: 'email' })
  return wrong.length > 0 ? refuseFields(...wrong) : done({ name, email: normaliseEmail(input.email) })
}

/** Turns a violation of the unique e-mail address into a refusal, which also covers concurrent changes. */
export async function unlessTaken<T>(change: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await change
  } catch (error) {
    if (databaseFault(error) === 'unique') return emailTaken
    throw error
  }
}

/** The columns of consent to the shop's terms, where it has some. Refuses without consent to the version that it has now. */
export async function readConsent(
  deps: ServiceDeps,
  db: Handle,
  { agreed, at }: { agreed: number | undefined; at: string },
): Promise<Outcome<{ terms_version?: number; terms_at?: string }>> {
  const { terms } = (await getShopSettings(deps, db)).legal
  if (terms === 0) return done({})
  if (agreed !== terms)
    return refuseFields({ path: 'terms', rule: agreed === undefined ? 'required' : 'changedMeanwhile' })
  return done({ terms_version: terms, terms_at: at })
}

/** Creates an account and logs it in. Refuses with `invalid-fields`, `email-taken`, `too-many`, `busy`. */
export async function register(
  deps: ServiceDeps,
  input: RegisterInput,
  { address, language }: { address: string; language: Locale },
): Promise<Outcome<UserWithToken>> {
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  if (await users.findUserByEmail(deps.db, identity.value.email)) return emailTaken
  const given = { agreed: input.terms, at: isoNow(deps.clock) }
  const early = await readConsent(deps, deps.db, given)
  if (!early.ok) return early
  const limited = await limitCrowd(deps, { address, kinds: ['registerAddress', 'registerShop'] })
  if (limited) return limited
  const hash = await hashPassword(input.password)
  if (!hash.ok) return hash
  const row = { id: v7(), ...identity.value, password_hash: hash.value, rights: '', created_at: given.at }
  return transact<Outcome<UserWithToken>>(deps.db, async (tx) => {
    const consent = await readConsent(deps, tx, given)
    if (!consent.ok) return consent
    if (!(await users.insertUser(tx, { ...row, ...consent.value })) || (await isKept(deps, tx, row))) return emailTaken
    await queueConfirmation(deps, tx, { email: row.email, language, address })
    await noteLogin(deps, tx, { email: row.email, group: address })
    return done({ ...toUser(row), token: await openSession(deps, tx, row.id) })
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
): Promise<Outcome<UserWithToken>> {
  if (input.id !== undefined && input.id.toLowerCase() !== user.id) return refuse('forbidden')
  const limited = await limitHit(deps, { kind: 'profile', who: user.id })
  if (limited) return limited
  const identity = readIdentity(input)
  if (!identity.ok) return identity
  const hash = input.password ? await hashPassword(input.password) : undefined
  if (hash && !hash.ok) return hash
  const { parties } = input
  const change = {
    ...identity.value,
    ...(hash && { password_hash: hash.value }),
    ...(parties && { parties: partiesText(parties) }),
  }
  const work = transact(deps.db, async (tx) => {
    const account = await users.lockUser(tx, user.id)
    if (!account) return refuse('account-gone')
    const ended = await refuseCaller(deps, tx, user)
    if (ended) return ended
    const isNewAddress = account.email !== change.email
    const isNewLogin = isNewAddress || hash !== undefined
    const refused = isNewLogin && (await requireTypedPassword(deps, tx, user))
    if (refused) return refused
    const credentials = isNewLogin && { credentials_at: isoNow(deps.clock) }
    await users.updateUser(tx, user.id, { ...change, ...credentials, ...(isNewAddress && { confirmed_at: null }) })
    if (isNewAddress && (await isKept(deps, tx, { ...account, ...change }))) return emailTaken
    const { language } = user
    const limited = isNewLogin && (await mailChange(deps, tx, { account, language }))
    if (limited) return limited
    if (account.rights !== '')
      await logOwnChange(deps, tx, { by: user, account, change, isNewPassword: hash !== undefined })
    const mail = { email: change.email, language, caller: user.id, address: user.from }
    if (isNewAddress) await queueConfirmation(deps, tx, mail)
    if (hash) {
      await deleteOtherSessions(tx, user.id, user.tokenHash)
      await endResetLinks(tx, user.id, isoNow(deps.clock))
    }
    return done({ ...toUser({ ...account, ...change }), token: user.token })
  })
  const changed = await unlessTaken(work)
  if (changed.ok && hash) deps.log?.info({ account: user.id, from: user.from }, 'password changed')
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
): Promise<Outcome<User>> {
  const row = asker.rights.includes('people') || asker.id === id ? await users.findUser(deps.db, id) : undefined
  return row ? done(toUser(row)) : noUser
}

/** Users for administrators, oldest first. A keyword searches name and e-mail address. */
export async function listUsers({ db }: ServiceDeps, query: ListQuery): Promise<Listed<AdminUser>> {
  const terms = searchTerms(query.keyword ?? '')
  const listed = await listRows(query, users.searchUsers(db, terms))
  return { ...listed, rows: listed.rows.map(toAdminUser) }
}
