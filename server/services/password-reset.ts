import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { Locale } from '../../contract/locales.ts'
import type { ResetInput, ResetLink } from '../../contract/users.ts'
import { endResetLinks, findAccountLink, lockAccountLink } from '../db/account-links.ts'
import { deleteFailedLogins } from '../db/rate-limits.ts'
import type { AccountLinkRow, AccountRow } from '../db/schema.ts'
import { deleteOtherSessions } from '../db/sessions.ts'
import { transact } from '../db/transact.ts'
import * as users from '../db/users.ts'
import { makeLink } from './account-links.ts'
import { mailLink } from './account-mails.ts'
import { recordActions } from './admin-log.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from './outcome.ts'
import { hashPassword } from './passwords.ts'
import { limitHit } from './rate-limits.ts'
import { type Actor, hashToken } from './sessions.ts'
import { isoNow, type Shop } from './shop.ts'
import { lockAdminsFor } from './users.ts'

/**
 * Queues a mail with a password-reset link. Answer and time are the same whether or not the address has an account. Refuses
 * with `invalid-fields`, `too-many` (per address group and per e-mail address) and `no-mail`.
 */
export async function askReset(
  shop: Shop,
  request: { email: string; language: Locale; address: string },
): Promise<Outcome<undefined>> {
  if (!shop.orderMails) return refuse('no-mail')
  if (!isEmail(request.email)) return refuseFields({ path: 'email', rule: 'email' })
  const email = normaliseEmail(request.email)
  const limited =
    (await limitHit(shop, { kind: 'forgot', who: request.address })) ??
    (await limitHit(shop, { kind: 'forgotAccount', who: email }))
  if (limited) return limited
  return transact(shop.db, async (tx) => {
    await mailLink(shop, tx, { kind: 'reset', email, language: request.language })
    return done(undefined)
  })
}

function refuseLink(
  shop: Shop,
  link: AccountLinkRow | undefined,
  account: AccountRow | undefined,
): Refusal | undefined {
  // a change of the account's address invalidates the link
  if (link?.kind !== 'reset' || account?.email !== link.email) return refuse('link-unknown')
  if (link.used_at !== null) return refuse('link-used')
  return link.expires_at <= isoNow(shop.clock) ? refuse('link-expired') : undefined
}

/**
 * Sets a new password with a link that works once, and ends all sessions of the account. Without a password it only checks
 * the link. Refuses with `link-unknown`, `link-used`, `link-expired`, `too-many`, `busy`.
 */
export async function resetPassword(
  shop: Shop,
  { token, password }: ResetInput,
  address: string,
): Promise<Outcome<undefined>> {
  const limited = await limitHit(shop, { kind: 'reset', who: address })
  if (limited) return limited
  const hash = hashToken(token)
  const link = await findAccountLink(shop.db, hash)
  const refused = refuseLink(shop, link, link && (await users.findUser(shop.db, link.account_id)))
  if (refused || !link) return refused ?? refuse('link-unknown')
  if (password === undefined) return done(undefined)
  // expensive, so only after the link is checked
  const hashed = await hashPassword(password)
  if (!hashed.ok) return hashed
  const { account_id: id } = link
  const changed = await transact<Outcome<undefined>>(shop.db, async (tx) => {
    const account = await users.lockUser(tx, id)
    const late = refuseLink(shop, await lockAccountLink(tx, hash), account)
    if (late || !account) return late ?? refuse('link-unknown')
    const { name, email } = account
    await users.updateUser(tx, id, { name, email, password_hash: hashed.value })
    await endResetLinks(tx, id, isoNow(shop.clock))
    await deleteOtherSessions(tx, id, '')
    await deleteFailedLogins(tx, email)
    return done(undefined)
  })
  if (changed.ok) shop.log?.info({ account: id, from: address }, 'password reset')
  return changed
}

/**
 * Makes a password-reset link that an administrator passes on to a user. Refuses with `not-found` and like
 * `lockAdminsFor`.
 */
export async function makeResetLink(shop: Shop, id: string, actor: Actor): Promise<Outcome<ResetLink>> {
  const link = await transact<Outcome<ResetLink>>(shop.db, async (tx) => {
    const admins = await lockAdminsFor(shop, tx, actor)
    if (!admins.ok) return admins
    const account = await users.lockUser(tx, id)
    if (!account) return refuse('not-found', { detail: 'There is no such user.' })
    await recordActions(shop, tx, [{ by: actor, kind: 'reset-link-made', thing: { id, name: account.name } }])
    return done(await makeLink(shop, tx, { kind: 'reset', account }))
  })
  if (link.ok) shop.log?.warn({ account: id, by: actor.id, from: actor.from }, 'reset link made')
  return link
}
