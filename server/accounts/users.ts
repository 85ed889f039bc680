import { v7 } from 'uuid'
import { searchTerms } from '../../contract/catalogue-query.ts'
import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { InvalidField } from '../../contract/field-rules.ts'
import type { Locale } from '../../contract/locales.ts'
import type { AdminUser, ProfileInput, RegisterInput, User, UserWithToken } from '../../contract/users.ts'
import { partiesText, readParties } from '../orders/parties.ts'
import type { Actor, SessionUser } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { databaseFault } from '../platform/db/dialect/errors.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { type Listed, type ListQuery, listRows } from '../platform/lists.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from '../platform/outcome.ts'
import { limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { endResetLinks } from './account-links-table.ts'
import { queueConfirmation } from './confirm-email.ts'
import { hashPassword } from './passwords.ts'
import { openSession, requireSession } from './sessions.ts'
import { deleteOtherSessions } from './sessions-table.ts'
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

const emailTaken = refuse('email-taken', { errors: [{ path: 'email', rule: 'alreadyUsed' }] })
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

/** Refuses a registration without consent to the shop's terms, of which it has version `terms`, or 0 for none. */
function refuseWithout(terms: number, agreed: number | undefined): Refusal | undefined {
  if (terms === 0 || agreed === terms) return undefined
  return refuseFields({ path: 'terms', rule: agreed === undefined ? 'required' : 'changedMeanwhile' })
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
  const termsNow = async (db: Handle) => (await getShopSettings(deps, db)).legal.terms
  const early = refuseWithout(await termsNow(deps.db), input.terms)
  if (early) return early
  const hash = await hashPassword(input.password)
  if (!hash.ok) return hash
  const row = { id: v7(), ...identity.value, password_hash: hash.value, rights: '', created_at: isoNow(deps.clock) }
  return transact<Outcome<UserWithToken>>(deps.db, async (tx) => {
    const terms = await termsNow(tx)
    const refused = refuseWithout(terms, input.terms)
    if (refused) return refused
    const consent = terms > 0 ? { terms_version: terms, terms_at: row.created_at } : {}
    if (!(await users.insertUser(tx, { ...row, ...consent }))) return emailTaken
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
  const { parties } = input
  const change = {
    ...identity.value,
    ...(hash && { password_hash: hash.value }),
    ...(parties && { parties: partiesText(parties) }),
  }
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
    return done({ ...toUser({ ...account, ...change }), token: user.token })
  })
  const changed = await unlessTaken(work)
  if (changed.ok && hash) deps.log?.info({ account: user.id, from: user.from }, 'password changed')
  return changed
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
  const listed = await listRows(query, await users.searchUsers(db, terms))
  return { ...listed, rows: listed.rows.map(toAdminUser) }
}
