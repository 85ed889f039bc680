import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { Locale } from '../../contract/locales.ts'
import type { ResetInput, ResetLink } from '../../contract/users.ts'
import { mailboxOf } from '../outgoing/stranger-mails.ts'
import { recordActions } from '../platform/admin-log.ts'
import type { Actor } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { AccountLinkRow, AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from '../platform/outcome.ts'
import { limitHit } from '../platform/rate-limits.ts'
import { deleteFailedLogins } from '../platform/rate-limits-table.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { makeLink } from './account-links.ts'
import { endResetLinks, findAccountLink, lockAccountLink } from './account-links-table.ts'
import { mailLink } from './account-mails.ts'
import { lockForChange } from './manage-users.ts'
import { hashPassword } from './passwords.ts'
import { hashToken, noteLogin } from './sessions.ts'
import { deleteOtherSessions } from './sessions-table.ts'
import * as users from './users-table.ts'

/**
 * Queues a mail with a password-reset link. Answer and time are the same without an account and above the limits (per
 * address group and mailbox), so that strangers can neither block somebody's reset nor learn of it. Refuses with
 * `invalid-fields` and `no-mail`.
 */
export async function askReset(
  deps: ServiceDeps,
  request: { email: string; language: Locale; address: string },
): Promise<Outcome<undefined>> {
  if (!deps.orderMails) return refuse('no-mail')
  if (!isEmail(request.email)) return refuseFields({ path: 'email', rule: 'email' })
  const email = normaliseEmail(request.email)
  const mailbox = mailboxOf(email)
  const limited =
    (await limitHit(deps, { kind: 'forgotAccount', who: `${request.address} ${mailbox}` })) ??
    (await limitHit(deps, { kind: 'forgot', who: request.address })) ??
    (await limitHit(deps, { kind: 'forgotMailbox', who: mailbox }))
  if (limited) return done(undefined)
  return transact(deps.db, async (tx) => {
    await mailLink(deps, tx, { kind: 'reset', email, language: request.language })
    return done(undefined)
  })
}

function refuseLink(
  deps: ServiceDeps,
  link: AccountLinkRow | undefined,
  account: AccountRow | undefined,
): Refusal | undefined {
  // a change of the account's address invalidates the link
  if (link?.kind !== 'reset' || account?.email !== link.email) return refuse('link-unknown')
  if (link.used_at !== null) return refuse('link-used')
  return link.expires_at <= isoNow(deps.clock) ? refuse('link-expired') : undefined
}

/**
 * Sets a new password with a link that works once, and ends all sessions of the account. Without a password it only checks
 * the link. Refuses with `link-unknown`, `link-used`, `link-expired`, `busy`.
 */
export async function resetPassword(
  deps: ServiceDeps,
  { token, password }: ResetInput,
  address: string,
): Promise<Outcome<undefined>> {
  const hash = hashToken(token)
  const link = await findAccountLink(deps.db, hash)
  const refused = refuseLink(deps, link, link && (await users.findUser(deps.db, link.account_id)))
  if (refused || !link) return refused ?? refuse('link-unknown')
  if (password === undefined) return done(undefined)
  // expensive, so only after the link is checked
  const hashed = await hashPassword(password)
  if (!hashed.ok) return hashed
  const { account_id: id } = link
  const changed = await transact<Outcome<undefined>>(deps.db, async (tx) => {
    const account = await users.lockUser(tx, id)
    const late = refuseLink(deps, await lockAccountLink(tx, hash), account)
    if (late || !account) return late ?? refuse('link-unknown')
    const { name, email } = account
    await users.updateUser(tx, id, { name, email, password_hash: hashed.value })
    await endResetLinks(tx, id, isoNow(deps.clock))
    await deleteOtherSessions(tx, id, '')
    await deleteFailedLogins(tx, email)
    await noteLogin(deps, tx, { email, group: address })
    return done(undefined)
  })
  if (changed.ok) deps.log?.info({ account: id, from: address }, 'password reset')
  return changed
}

/**
 * Makes a password-reset link that an administrator passes on to a user. Refuses like
 * `lockForChange`.
 */
export async function makeResetLink(deps: ServiceDeps, id: string, actor: Actor): Promise<Outcome<ResetLink>> {
  const link = await transact<Outcome<ResetLink>>(deps.db, async (tx) => {
    const locked = await lockForChange(deps, tx, { actor, id })
    if (!locked.ok) return locked
    const { account } = locked.value
    await recordActions(deps, tx, [{ by: actor, kind: 'reset-link-made', thing: { id, name: account.name } }])
    return done(await makeLink(deps, tx, { kind: 'reset', account }))
  })
  if (link.ok) deps.log?.warn({ account: id, by: actor.id, from: actor.from }, 'reset link made')
  return link
}
