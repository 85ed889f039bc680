import { v7 } from 'uuid'
import type { InvitationAcceptance, InvitationSeen, User, UserWithToken } from '../../contract/accounts.ts'
import { rights as allRights, type Right } from '../../contract/accounts.ts'
import { normaliseEmail } from '../../contract/fields.ts'
import type { Locale } from '../../contract/locales.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import { type Actor, type SessionUser, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountRow, InvitationLinkRow, InvitationRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { refuse, refuseFields, wasRefused } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { isKept } from './account-links-table.ts'
import { queueConfirmation } from './confirm-email.ts'
import * as invitations from './invitations-table.ts'
import { hashPassword } from './passwords.ts'
import { hashToken, noteLogin, openSession } from './sessions.ts'
import { changeRights, requireTypedPassword, vouchedBy } from './trust.ts'
import { emailTaken, readConsent, readIdentity, toUser } from './users.ts'
import * as users from './users-table.ts'

interface Found {
  link: InvitationLinkRow
  invitation: InvitationRow
}

/** Refuses a link to an invitation that does not work; `own` are the present rights of the inviter. */
function checkLink(deps: ServiceDeps, { link, invitation }: Found, own: readonly Right[]): void {
  if (invitation.ended_by !== null) throw refuse(invitation.ended_by === 'acceptance' ? 'link-used' : 'link-withdrawn')
  if (link.until <= isoNow(deps.clock)) throw refuse('link-expired')
  if (!users.mayGive(own, users.rightsOf(invitation))) throw refuse('link-withdrawn')
}

/**
 * The invitation behind a link. Refuses with `link-unknown`, `link-used`, `link-expired` and `link-withdrawn`.
 */
async function findOpen(deps: ServiceDeps, token: string): Promise<Found> {
  const link = await invitations.findInvitationLink(deps.db, hashToken(token))
  const invitation = link && (await invitations.findInvitation(deps.db, link.invitation_id))
  if (!link || !invitation) throw refuse('link-unknown')
  const maker = invitation.created_by === null ? undefined : await users.findUser(deps.db, invitation.created_by)
  checkLink(deps, { link, invitation }, maker ? users.rightsOf(maker) : [])
  return { link, invitation }
}

/** The invitation, locked and checked again with the rights that its maker has now. */
async function lockOpen(deps: ServiceDeps, tx: Handle, { link, invitation: { id } }: Found): Promise<Found> {
  const admins = await users.lockAdmins(tx)
  const invitation = await invitations.lockInvitation(tx, id)
  if (!invitation) throw refuse('link-unknown')
  const found = { link, invitation }
  const maker = admins.find((admin) => admin.id === invitation.created_by)
  checkLink(deps, found, maker?.rights ?? [])
  return found
}

/** Ends an accepted invitation, and any other one to the address of the account; records who has which rights now. */
async function end(
  deps: ServiceDeps,
  tx: Handle,
  { invitation, account, before }: { invitation: InvitationRow; account: AccountAfter; before: readonly Right[] },
): Promise<void> {
  const ended_at = isoNow(deps.clock)
  await invitations.updateInvitation(tx, invitation.id, { ended_at, ended_by: 'acceptance' })
  await invitations.endInvitationsTo(tx, account.email, ended_at)
  const { id, name } = account
  const changes = changesOf('user', { rights: before }, { rights: users.rightsOf(account) })
  await recordActions(deps, tx, [{ by: { id, name }, kind: 'invitation-accepted', thing: { id, name }, changes }])
}
type AccountAfter = Pick<AccountRow, 'id' | 'name' | 'email' | 'rights'>

function noteRights(deps: ServiceDeps, { _id, isAdmin, rights }: User, from: string): void {
  deps.log?.warn({ account: _id, isAdmin, rights: rights.join(' '), by: _id, from }, 'rights changed')
}

/** What an invitation offers. Changes nothing. Refuses like `findOpen`. */
export async function openInvitation(deps: ServiceDeps, token: string): Promise<InvitationSeen> {
  const { link, invitation } = await findOpen(deps, token)
  const { email } = invitation
  const hasAccount = email !== null && (await users.findUserByEmail(deps.db, email)) !== undefined
  const rights = users.rightsOf(invitation)
  return { ...(email !== null && { email }), rights, until: link.until, hasAccount }
}

/**
 * Creates an account with the rights of an invitation and logs it in. A link that was mailed also confirms the address. Refuses like
 * `openInvitation` and `register`.
 */
export async function acceptInvitation(
  deps: ServiceDeps,
  input: InvitationAcceptance,
  { address, language }: { address: string; language: Locale },
): Promise<UserWithToken> {
  const open = await findOpen(deps, input.token)
  const { email } = open.invitation
  if (email !== null && input.email !== undefined && normaliseEmail(input.email) !== email)
    throw refuseFields({ path: 'email', rule: 'unchangeable' })
  const identity = readIdentity({ name: input.name, email: email ?? input.email ?? '' })
  if (await users.findUserByEmail(deps.db, identity.email)) throw emailTaken
  const now = isoNow(deps.clock)
  await readConsent(deps, deps.db, { agreed: input.terms, at: now })
  const hash = await hashPassword(input.password)
  const accepted = await transact(deps.db, async (tx) => {
    const { link, invitation } = await lockOpen(deps, tx, open)
    const terms = await readConsent(deps, tx, { agreed: input.terms, at: now })
    const account = { id: v7(), ...identity, rights: invitation.rights }
    const maker = await users.findUser(tx, invitation.created_by ?? '')
    const vouched_by = vouchedBy({ ...account, vouched_by: '' }, maker)
    const row = { ...account, ...terms, password_hash: hash, created_at: now, vouched_by }
    if (!(await users.insertUser(tx, row)) || (await isKept(deps, tx, account))) throw emailTaken
    if (link.is_mailed === 1) await users.updateUser(tx, account.id, { ...identity, confirmed_at: now })
    else await wasRefused(queueConfirmation(deps, tx, { email: account.email, language, address }))
    await end(deps, tx, { invitation, account, before: [] })
    await noteLogin(deps, tx, { email: account.email, group: address })
    return { ...toUser(account), token: await openSession(deps, tx, account.id) }
  })
  noteRights(deps, accepted, address)
  return accepted
}

/**
 * Adds the rights of an invitation to those of one's own account. Refuses like `openInvitation`, with `invitation-of-another` if it is
 * for another address, `account-gone`, and like `requireTypedPassword`. All other sessions of one who gains a right end.
 */
export async function joinByInvitation(deps: ServiceDeps, token: string, user: SessionUser & Actor): Promise<User> {
  const open = await findOpen(deps, token)
  const joined = await transactAs(deps, user, async (tx) => {
    const { link, invitation } = await lockOpen(deps, tx, open)
    const account = await users.lockUser(tx, user.id)
    if (!account) throw refuse('account-gone')
    const { id, name, email } = account
    if (invitation.email !== null && invitation.email !== email) throw refuse('invitation-of-another')
    await requireTypedPassword(deps, tx, user)
    const [before, given] = [users.rightsOf(account), users.rightsOf(invitation)]
    const rights = users.rightsText(allRights.filter((right) => before.includes(right) || given.includes(right)))
    const change = await changeRights(deps, tx, { account, rights, giver: invitation.created_by, kept: user.tokenHash })
    const isProof = link.is_mailed === 1 && invitation.email === email && account.confirmed_at === null
    const confirmed = isProof ? { confirmed_at: isoNow(deps.clock) } : {}
    await users.updateUser(tx, id, { name, email, ...change, ...confirmed })
    const now = { ...account, rights }
    await end(deps, tx, { invitation, account: now, before })
    return toUser(now)
  })
  noteRights(deps, joined, user.from)
  return joined
}
