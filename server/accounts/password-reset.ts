import { normaliseEmail } from '../../contract/fields.ts'
import { audit } from '../audit/audit.ts'
import { type Db, findRow, isoNow, lockRow, transact } from '../db/database.ts'
import { deleteFailedLogins, limitFailures, limitHit } from '../db/rate-limits.ts'
import type { AccountLinkRow, AccountRow } from '../db/row-types.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, wasRefused } from '../http/refusal.ts'
import { mailboxOf } from '../outbox/mail-throttle.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { endResetLinks, endRestoreLinks, makeLink } from './account-links.ts'
import { mailChange, queueMail } from './account-mails.ts'
import { lockForChange } from './manage-users.ts'
import { hashPassword } from './passwords.ts'
import { deleteOtherSessions, hashToken, noteLogin } from './sessions.ts'
import { requireTypedPassword, tooMuch, vouchedBy } from './trust.ts'
import { toUser, unlessTaken } from './users.ts'
import * as users from './users-table.ts'

/** Queues a mail with a password-reset link. Answer and time never tell whether there is an account, or whether a limit was reached. */
export const forgotPassword: Handler<'forgotPassword'> = async (deps, { body, language, address }) => {
  if (!deps.orderMails) throw refuse('no-mail')
  const email = normaliseEmail(body.email)
  const mailbox = mailboxOf(email)
  const count = async () => {
    await limitHit(deps, { kind: 'forgotAccount', who: `${address} ${mailbox}` })
    await limitHit(deps, { kind: 'forgot', who: address })
    await limitHit(deps, { kind: 'forgotMailbox', who: mailbox })
  }
  if (await wasRefused(count())) return
  return transact(deps.db, (tx) => queueMail(deps, tx, { mail: 'reset', email, language }))
}

/** A link that works, with its account. */
function requireOpen(deps: ServiceDeps, link: AccountLinkRow | undefined, account: AccountRow | undefined) {
  if (!link || !account || link.kind === 'confirm') throw refuse('link-unknown')
  // a change of the account's address invalidates the link
  if (link.kind === 'reset' && account.email !== link.email) throw refuse('link-unknown')
  if (link.used_at !== null) throw refuse('link-used')
  if (link.expires_at <= isoNow(deps.clock)) throw refuse('link-expired')
  return { link, account }
}

/** What an administrator's link gives: it no longer works if its maker may not make it now. */
async function throughLink(tx: Db, { made_by }: AccountLinkRow, account: AccountRow): Promise<Partial<AccountRow>> {
  if (made_by === null) return {}
  const maker = await users.findUser(tx, made_by)
  const own = maker ? users.rightsOf(maker) : []
  const mayMake = own.includes('people') && users.rightsOf(account).every((right) => own.includes(right))
  if (!mayMake) throw refuse('link-unknown')
  return { vouched_by: vouchedBy(account, maker) }
}

/** What a link restores that reverts a change: the address, to which it was mailed, and of the former rights those that the account still has. */
function restored(
  deps: ServiceDeps,
  link: AccountLinkRow,
  { account, admins }: { account: AccountRow; admins: users.Admins },
): Partial<AccountRow> {
  const rights = users.rightsOf(account).filter((right) => users.rightsOf(link).includes(right))
  if (!rights.includes('shop') && users.isLastOfShop(admins, account.id)) throw refuse('last-admin')
  return { email: link.email, confirmed_at: isoNow(deps.clock), rights: users.rightsText(rights) }
}

/** Sets a new password with a link that works once, and ends all sessions; a `restore` link gives back the address, too. Without one it only checks. */
export const resetPassword: Handler<'resetPassword'> = (deps, { body: { token, password }, address, language }) =>
  limitFailures(deps, { kind: 'reset', who: address }, async () => {
    const hash = hashToken(token)
    const found = await findRow(deps.db, 'account_link', { token_hash: hash })
    const { link } = requireOpen(deps, found, found && (await users.findUser(deps.db, found.account_id)))
    if (password === undefined) return
    // expensive, so only after the link is checked
    const hashed = await hashPassword(password)
    const { account_id: id } = link
    const work = transact(deps.db, async (tx) => {
      const admins = link.kind === 'restore' ? await users.lockAdmins(tx) : []
      const owner = await users.lockUser(tx, id)
      const row = await lockRow(tx, 'account_link', { token_hash: hash })
      const { link: locked, account } = requireOpen(deps, row, owner)
      const isRestored = locked.kind === 'restore'
      const more = isRestored ? restored(deps, locked, { account, admins }) : await throughLink(tx, locked, account)
      const now = isoNow(deps.clock)
      const after = { ...account, ...more }
      const { name, email } = after
      await users.updateUser(tx, id, { name, email, ...more, password_hash: hashed, credentials_at: now })
      await endResetLinks(tx, id, now)
      if (isRestored) await endRestoreLinks(tx, locked, now)
      await deleteOtherSessions(tx, id, '')
      await deleteFailedLogins(tx, email)
      await noteLogin(deps, tx, { email, group: address })
      // whoever made the link may have used it
      if (locked.made_by !== null) await mailChange(deps, tx, { account, language })
      const kind = isRestored ? 'account-restored' : 'password-changed'
      const logged = { before: toUser(account), after: toUser(after) }
      if (account.rights !== '') await audit(deps, tx, { by: after, kind, thing: { id, name }, ...logged })
    })
    await unlessTaken(work)
    deps.log?.info({ account: id, from: address }, 'password reset')
  })

/** Makes a password-reset link that an administrator passes on to a user with no more rights. Refuses like `lockForChange`. */
export const makeResetLink: Handler<'makeResetLink'> = async (deps, { param: id, user: actor }) => {
  const link = await transact(deps.db, async (tx) => {
    const locked = await lockForChange(deps, tx, { actor, id })
    const { account, own } = locked
    if (!users.rightsOf(account).every((right) => own.includes(right))) throw tooMuch
    await requireTypedPassword(deps, tx, actor)
    await audit(deps, tx, { by: actor, kind: 'reset-link-made', thing: { id, name: account.name } })
    return await makeLink(deps, tx, { kind: 'reset', account, made_by: actor.id })
  })
  deps.log?.warn({ account: id, by: actor.id, from: actor.from }, 'reset link made')
  return link
}
