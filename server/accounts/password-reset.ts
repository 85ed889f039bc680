import { isEmail, normaliseEmail } from '../../contract/email.ts'
import type { Locale } from '../../contract/locales.ts'
import type { ResetInput, ResetLink } from '../../contract/users.ts'
import { mailboxOf } from '../outgoing/stranger-mails.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import type { Actor } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountLinkRow, AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from '../platform/outcome.ts'
import { deleteFailedLogins, limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { makeLink } from './account-links.ts'
import { endResetLinks, endRestoreLinks, findAccountLink, lockAccountLink } from './account-links-table.ts'
import { mailChange, mailLink } from './account-mails.ts'
import { isLastOfShop, lockForChange } from './manage-users.ts'
import { hashPassword } from './passwords.ts'
import { hashToken, noteLogin } from './sessions.ts'
import { deleteOtherSessions } from './sessions-table.ts'
import { requireTypedPassword, tooMuch, vouchedBy } from './trust.ts'
import { toUser, unlessTaken } from './users.ts'
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
  if (!link || !account || link.kind === 'confirm') return refuse('link-unknown')
  // a change of the account's address invalidates the link
  if (link.kind === 'reset' && account.email !== link.email) return refuse('link-unknown')
  if (link.used_at !== null) return refuse('link-used')
  return link.expires_at <= isoNow(deps.clock) ? refuse('link-expired') : undefined
}

/** What an administrator's link gives: it no longer works if its maker may not make it now. */
async function throughLink(
  tx: Handle,
  { made_by }: AccountLinkRow,
  account: AccountRow,
): Promise<Outcome<Partial<AccountRow>>> {
  if (made_by === null) return done({})
  const maker = await users.findUser(tx, made_by)
  const own = maker ? users.rightsOf(maker) : []
  const mayMake = own.includes('people') && users.rightsOf(account).every((right) => own.includes(right))
  return mayMake ? done({ vouched_by: vouchedBy(account, maker) }) : refuse('link-unknown')
}

/**
 * What a link restores that reverts a change: the address, to which it was mailed, and of the rights those that the account had and still has.
 * Refuses with `last-admin`.
 */
function restored(
  deps: ServiceDeps,
  link: AccountLinkRow,
  { account, admins }: { account: AccountRow; admins: Awaited<ReturnType<typeof users.lockAdmins>> },
): Outcome<Partial<AccountRow>> {
  const rights = users.rightsOf(account).filter((right) => users.rightsOf(link).includes(right))
  if (!rights.includes('shop') && isLastOfShop(admins, account.id)) return refuse('last-admin')
  return done({ email: link.email, confirmed_at: isoNow(deps.clock), rights: users.rightsText(rights) })
}

/**
 * Sets a new password with a link that works once, and ends all sessions of the account; a link that reverts a change restores the address as well.
 * Without a password it only checks the link. Refuses with `link-unknown`, `link-used`, `link-expired`, `busy`, `last-admin`.
 */
export async function resetPassword(
  deps: ServiceDeps,
  { token, password }: ResetInput,
  { address, language }: { address: string; language: Locale },
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
  const work = transact<Outcome<undefined>>(deps.db, async (tx) => {
    const admins = link.kind === 'restore' ? await users.lockAdmins(tx) : []
    const account = await users.lockUser(tx, id)
    const locked = await lockAccountLink(tx, hash)
    const late = refuseLink(deps, locked, account)
    if (late || !account || !locked) return late ?? refuse('link-unknown')
    const isRestored = locked.kind === 'restore'
    const more = isRestored ? restored(deps, locked, { account, admins }) : await throughLink(tx, locked, account)
    if (!more.ok) return more
    const now = isoNow(deps.clock)
    const after = { ...account, ...more.value }
    const { name, email } = after
    await users.updateUser(tx, id, { name, email, ...more.value, password_hash: hashed.value, credentials_at: now })
    await endResetLinks(tx, id, now)
    if (isRestored) await endRestoreLinks(tx, locked, now)
    await deleteOtherSessions(tx, id, '')
    await deleteFailedLogins(tx, email)
    await noteLogin(deps, tx, { email, group: address })
    // whoever made the link may have used it
    const limited = locked.made_by === null ? undefined : await mailChange(deps, tx, { account, language })
    if (limited) return limited
    const kind = isRestored ? 'account-restored' : 'password-changed'
    const changes = changesOf('user', toUser(account), toUser(after))
    if (account.rights !== '') await recordActions(deps, tx, [{ by: after, kind, thing: { id, name }, changes }])
    return done(undefined)
  })
  const changed = await unlessTaken(work)
  if (changed.ok) deps.log?.info({ account: id, from: address }, 'password reset')
  return changed
}

/**
 * Makes a password-reset link that an administrator passes on to a user with no more rights. Refuses like
 * `lockForChange` and `requireTypedPassword`.
 */
export async function makeResetLink(deps: ServiceDeps, id: string, actor: Actor): Promise<Outcome<ResetLink>> {
  const link = await transact<Outcome<ResetLink>>(deps.db, async (tx) => {
    const locked = await lockForChange(deps, tx, { actor, id })
    if (!locked.ok) return locked
    const { account, own } = locked.value
    if (!users.rightsOf(account).every((right) => own.includes(right))) return tooMuch
    const untyped = await requireTypedPassword(deps, tx, actor)
    if (untyped) return untyped
    await recordActions(deps, tx, [{ by: actor, kind: 'reset-link-made', thing: { id, name: account.name } }])
    return done(await makeLink(deps, tx, { kind: 'reset', account, made_by: actor.id }))
  })
  if (link.ok) deps.log?.warn({ account: id, by: actor.id, from: actor.from }, 'reset link made')
  return link
}
