import { v7 } from 'uuid'
import {
  type AdminUser,
  changedBook,
  type SavedAddress,
  type User,
  type UserWithToken,
} from '../../contract/accounts.ts'
import { searchTerms } from '../../contract/catalogue-query.ts'
import { normaliseEmail } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { audit, recordChange } from '../audit/audit.ts'
import { type Db, isoNow, transact } from '../db/database.ts'
import { databaseFault } from '../db/dialect/database-errors.ts'
import { withIdempotencyKey } from '../db/idempotency.ts'
import * as rates from '../db/rate-limits.ts'
import type { AccountRow } from '../db/row-types.ts'
import { refuseCaller } from '../http/caller.ts'
import { allOf, listRows, searchConditions, tableList } from '../http/lists.ts'
import { Answer, answerList, type Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, wasRefused } from '../http/refusal.ts'
import { partiesText, readParties } from '../orders/order-view.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { endResetLinks, isKept } from './account-links.ts'
import { mailChange } from './account-mails.ts'
import { queueConfirmation } from './confirm-email.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { deleteOtherSessions, type LoginSource, noteLogin, openSession, wasLetIn } from './sessions.ts'
import { requireTypedPassword } from './trust.ts'
import * as users from './users-table.ts'

/** Per account and address group, independent of settings; `known` where the account was let in from the group before. Milliseconds. */
const failures = { most: 10, known: 50, window: 15 * 60 * 1000 }
/** Failures of an account from all addresses, after which logins are delayed: one second more per `step`, up to `longest`. */
const slow = { after: 30, step: 20, longest: 4 }
// a group contains no space, so that no typed address can name another group's bucket
const bucketOf = ({ email, group }: LoginSource) => `failed-login:${group} ${email}`
const totalOf = (email: string) => `failed-logins:${email}`

const countFailure = async ({ db, clock }: ServiceDeps, bucket: string) =>
  (await rates.hitBuckets(db, [{ bucket, hits: 1, ends_at: isoNow(clock, failures.window) }], isoNow(clock)))[0]

/** Counts an attempt before its password is checked, so that concurrent ones count. Many failures refuse an address group and slow the account. */
async function admitLogin(deps: ServiceDeps, source: LoginSource, isKnown: boolean): Promise<void> {
  const counted = await countFailure(deps, bucketOf(source))
  if (counted && counted.hits > (isKnown ? failures.known : failures.most))
    throw refuse('too-many', { retryAfter: rates.secondsUntil(deps, counted.ends_at) })
  const [total] = await rates.findBuckets(deps.db, [totalOf(source.email)], isoNow(deps.clock))
  const over = (total?.hits ?? 0) - slow.after
  if (over >= 0) await deps.pause(1000 * Math.min(slow.longest, 1 + Math.floor(over / slow.step)))
}

async function attempt(deps: ServiceDeps, source: LoginSource, password: string): Promise<UserWithToken> {
  const byAddress = { kind: 'login', who: source.group } as const
  const isKnown = await wasLetIn(deps, source)
  if (!isKnown) await rates.limitReached(deps, byAddress)
  await admitLogin(deps, source, isKnown)
  const user = await users.findUserByEmail(deps.db, source.email)
  const right = await checkPassword(password, user?.password_hash)
  if (!right || !user) {
    await countFailure(deps, totalOf(source.email))
    deps.log?.warn({ from: source.group, account: user?.id ?? 'unknown' }, 'log-in failed')
    if (!isKnown) await rates.limitHit(deps, byAddress)
    throw refuse('login-failed')
  }
  // of many guesses at once, those that are checked after the last allowed failure tell nothing
  if (!isKnown) await rates.limitReached(deps, byAddress)
  await rates.limitHit(deps, { kind: 'loginAccount', who: user.id })
  return transact(deps.db, async (tx) => {
    const account = await users.lockUser(tx, user.id)
    // the account was deleted or got another password while this one was checked
    if (account?.password_hash !== user.password_hash) throw refuse('login-failed')
    await rates.deleteBuckets(tx, [bucketOf(source), totalOf(source.email)])
    await noteLogin(deps, tx, source)
    return { ...toUser(account, true), token: await openSession(deps, tx, account.id) }
  })
}

/** Logs in. A wrong address and a wrong password get the same refusal, `login-failed`, after the same time. */
export const login: Handler<'login'> = async (deps, { body, address: group }) => ({
  data: await attempt(deps, { email: normaliseEmail(body.username), group }, body.password),
})

/** The address book of an account. */
// only `changeAddresses` writes this column
const addressesOf = ({ addresses = '[]' }: Partial<AccountRow>) => JSON.parse(addresses) as SavedAddress[]

/** A user as in the contract, with the address book for who owns the account. */
export function toUser(
  row: Pick<AccountRow, 'id' | 'name' | 'email' | 'rights'> & Partial<Pick<AccountRow, 'parties' | 'addresses'>>,
  isOwn = false,
): User {
  const rights = users.rightsOf(row)
  const parties = readParties(row.parties)
  return {
    ...{ _id: row.id, name: row.name, email: row.email, isAdmin: rights.length > 0, rights },
    ...(parties && { parties }),
    ...(isOwn && addressesOf(row).length > 0 && { addresses: addressesOf(row) }),
  }
}

export const toAdminUser = (row: Parameters<typeof toUser>[0] & Pick<AccountRow, 'confirmed_at'>): AdminUser => ({
  ...toUser(row),
  isConfirmed: row.confirmed_at !== null,
})

export const emailTaken = refuse('email-taken', { errors: [{ path: 'email', rule: 'alreadyUsed' }] })
export const noUser = refuse('not-found', { detail: 'There is no such user.' })

/** Name and address of an account as they are stored. */
export const readIdentity = ({ name, email }: { name: string; email: string }) => ({
  name: name.trim(),
  email: normaliseEmail(email),
})

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
  db: Db,
  { agreed, at }: { agreed: number | undefined; at: string },
): Promise<{ terms_version?: number; terms_at?: string }> {
  const { terms } = (await getShopSettings(deps, db)).legal
  if (terms === 0) return {}
  if (agreed !== terms)
    throw refuseFields({ path: 'terms', rule: agreed === undefined ? 'required' : 'changedMeanwhile' })
  return { terms_version: terms, terms_at: at }
}

/** Creates an account and logs it in. Refuses with `invalid-fields`, `email-taken`, `too-many`, `busy`. */
export const register: Handler<'register'> = (deps, { body: input, address, language }) =>
  rates.limitFailures(deps, { kind: 'register', who: address }, async () => {
    const identity = readIdentity(input)
    if (await users.findUserByEmail(deps.db, identity.email)) throw emailTaken
    const given = { agreed: input.terms, at: isoNow(deps.clock) }
    await readConsent(deps, deps.db, given)
    await rates.limitCrowd(deps, { address, kinds: ['registerAddress', 'registerShop'] })
    const hash = await hashPassword(input.password)
    const row = { id: v7(), ...identity, password_hash: hash, rights: '', created_at: given.at }
    const data = await transact(deps.db, async (tx) => {
      const consent = await readConsent(deps, tx, given)
      if (!(await users.insertUser(tx, { ...row, ...consent })) || (await isKept(deps, tx, row))) throw emailTaken
      await wasRefused(queueConfirmation(deps, tx, { email: row.email, language, address }))
      await noteLogin(deps, tx, { email: row.email, group: address })
      return { ...toUser(row), token: await openSession(deps, tx, row.id) }
    })
    return { data }
  })

/** Changes one's own name, e-mail address and optionally password; a new password ends all other sessions. */
export const updateProfile: Handler<'updateProfile'> = async (deps, { user, body: input, language }) => {
  if (input.id !== undefined && input.id.toLowerCase() !== user.id) throw refuse('forbidden')
  await rates.limitHit(deps, { kind: 'profile', who: user.id })
  const identity = readIdentity(input)
  const hash = input.password ? await hashPassword(input.password) : undefined
  const { parties } = input
  const change = {
    ...identity,
    ...(hash && { password_hash: hash }),
    ...(parties && { parties: partiesText(parties) }),
  }
  const work = transact(deps.db, async (tx) => {
    const account = await users.requireUser(tx, user.id)
    await refuseCaller(deps, tx, user)
    const isNewAddress = account.email !== change.email
    const isNewLogin = isNewAddress || hash !== undefined
    if (isNewLogin) await requireTypedPassword(deps, tx, user)
    const credentials = isNewLogin && { credentials_at: isoNow(deps.clock) }
    await users.updateUser(tx, user.id, { ...change, ...credentials, ...(isNewAddress && { confirmed_at: null }) })
    if (isNewAddress && (await isKept(deps, tx, { ...account, ...change }))) throw emailTaken
    if (isNewLogin) await mailChange(deps, tx, { account, language })
    const thing = { id: account.id, name: change.name }
    const logged = { before: toUser(account), after: toUser({ ...account, ...change }) }
    if (account.rights !== '') await recordChange(deps, tx, { by: user, kind: 'user-changed', thing, ...logged })
    if (account.rights !== '' && hash) await audit(deps, tx, { by: user, kind: 'password-changed', thing })
    const mail = { email: change.email, language, caller: user.id, address: user.from }
    if (isNewAddress) await wasRefused(queueConfirmation(deps, tx, mail))
    if (hash) {
      await deleteOtherSessions(tx, user.id, user.tokenHash)
      await endResetLinks(tx, user.id, isoNow(deps.clock))
    }
    return { ...toUser({ ...account, ...change }, true), token: user.token }
  })
  const changed = await unlessTaken(work)
  if (hash) deps.log?.info({ account: user.id, from: user.from }, 'password changed')
  return { data: changed }
}

/** Changes one's own address book, exactly once per key. Refuses with `maxItems`. */
export const changeAddresses: Handler<'changeAddresses'> = (deps, { user, key, body }) => {
  const answer = (addresses: SavedAddress[]) => ({ _id: user.id, addresses })
  const request = {
    ...{ key, caller: user, payload: { call: 'changeAddresses', body } },
    limits: [{ kind: 'profile', who: user.id } as const],
    rebuild: async (db: Db) => answer(addressesOf(await users.requireUser(db, user.id))),
  }
  return withIdempotencyKey(deps, request, async (tx) => {
    const account = await users.requireUser(tx, user.id)
    const addresses = changedBook(addressesOf(account), body)
    const params = { limit: limits.addresses }
    if (addresses.length > limits.addresses) throw refuseFields({ path: 'after', rule: 'maxItems', params })
    await users.updateUser(tx, user.id, { ...readIdentity(account), addresses: JSON.stringify(addresses) })
    return new Answer(answer(addresses), { status: 200 })
  })
}

/** A user for themselves or an administrator with the right `people`; `not-found` for others. */
export const getUser: Handler<'getUser'> = async (deps, { param: id, user: asker }) => {
  const row = asker.rights.includes('people') || asker.id === id ? await users.findUser(deps.db, id) : undefined
  if (!row) throw noUser
  return toUser(row, asker.id === id)
}

/** Users for administrators, oldest first. A keyword searches name and e-mail address. */
export const listUsers: Handler<'listUsers'> = async ({ db }, { query }) => {
  const condition = allOf(searchConditions(searchTerms(query.keyword ?? '')))
  const source = tableList(db, 'account', { by: ['id asc'], condition })
  return answerList('/api/users/', query, await listRows(query, source, toAdminUser))
}
