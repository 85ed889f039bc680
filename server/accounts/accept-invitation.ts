import { v7 } from 'uuid'
import type { InvitationAcceptance, InvitationSeen } from '../../contract/access.ts'
import { normaliseEmail } from '../../contract/email.ts'
import type { Locale } from '../../contract/locales.ts'
import { rights as allRights, type Right } from '../../contract/rights.ts'
import type { User, UserWithToken } from '../../contract/users.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import { type Actor, type SessionUser, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountRow, InvitationLinkRow, InvitationRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { done, type Outcome, type Refusal, refuse, refuseFields } from '../platform/outcome.ts'
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

/** Why a link to an invitation does not work, if so; `own` are the present rights of the inviter. */
function refuseLink(deps: ServiceDeps, { link, invitation }: Found, own: readonly Right[]): Refusal | undefined {
  if (invitation.ended_by !== null) return refuse(invitation.ended_by === 'acceptance' ? 'link-used' : 'link-withdrawn')
  if (link.until <= isoNow(deps.clock)) return refuse('link-expired')
  return users.mayGive(own, users.rightsOf(invitation)) ? undefined : refuse('link-withdrawn')
}

/**
 * The invitation behind a link. Refuses with `link-unknown`, `link-used`, `link-expired` and `link-withdrawn`.
 */
async function findOpen(deps: ServiceDeps, token: string): Promise<Outcome<Found>> {
  const link = await invitations.findInvitationLink(deps.db, hashToken(token))
  const invitation = link && (await invitations.findInvitation(deps.db, link.invitation_id))
  if (!link || !invitation) return refuse('link-unknown')
  const maker = invitation.created_by === null ? undefined : await users.findUser(deps.db, invitation.created_by)
  return refuseLink(deps, { link, invitation }, maker ? users.rightsOf(maker) : []) ?? done({ link, invitation })
}

/** The invitation, locked and checked again with the rights that its maker has now. */
async function lockOpen(deps: ServiceDeps, tx: Handle, { link, invitation: { id } }: Found): Promise<Outcome<Found>> {
  const admins = await users.lockAdmins(tx)
  const invitation = await invitations.lockInvitation(tx, id)
  if (!invitation) return refuse('link-unknown')
  const found = { link, invitation }
  const maker = admins.find((admin) => admin.id === invitation.created_by)
  return refuseLink(deps, found, maker?.rights ?? []) ?? done(found)
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
export async function openInvitation(deps: ServiceDeps, token: string): Promise<Outcome<InvitationSeen>> {
  const found = await findOpen(deps, token)
  if (!found.ok) return found
  const { link, invitation } = found.value
  const { email } = invitation
  const hasAccount = email !== null && (await users.findUserByEmail(deps.db, email)) !== undefined
  const rights = users.rightsOf(invitation)
  return done({ ...(email !== null && { email }), rights, until: link.until, hasAccount })
}

/**
 * Creates an account with the rights of an invitation and logs it in. A link that was mailed also confirms the address. Refuses like
 * `openInvitation` and `register`.
 */
export async function acceptInvitation(
  deps: ServiceDeps,
  input: InvitationAcceptance,
  { address, language }: { address: string; language: Locale },
): Promise<Outcome<UserWithToken>> {
  const open = await findOpen(deps, input.token)
  if (!open.ok) return open
  const { email } = open.value.invitation
  if (email !== null && input.email !== undefined && normaliseEmail(input.email) !== email)
    return refuseFields({ path: 'email', rule: 'unchangeable' })
  const identity = readIdentity({ name: input.name, email: email ?? input.email ?? '' })
  if (!identity.ok) return identity
  if (await users.findUserByEmail(deps.db, identity.value.email)) return emailTaken
  const now = isoNow(deps.clock)
  const consent = await readConsent(deps, deps.db, { agreed: input.terms, at: now })
  if (!consent.ok) return consent
  const hash = await hashPassword(input.password)
  if (!hash.ok) return hash
  const accepted = await transact<Outcome<UserWithToken>>(deps.db, async (tx) => {
    const found = await lockOpen(deps, tx, open.value)
    if (!found.ok) return found
    const { link, invitation } = found.value
    const terms = await readConsent(deps, tx, { agreed: input.terms, at: now })
    if (!terms.ok) return terms
    const account = { id: v7(), ...identity.value, rights: invitation.rights }
    const maker = await users.findUser(tx, invitation.created_by ?? '')
    const vouched_by = vouchedBy({ ...account, vouched_by: '' }, maker)
    const row = { ...account, ...terms.value, password_hash: hash.value, created_at: now, vouched_by }
    if (!(await users.insertUser(tx, row)) || (await isKept(deps, tx, account))) return emailTaken
    if (link.is_mailed === 1) await users.updateUser(tx, account.id, { ...identity.value, confirmed_at: now })
    else await queueConfirmation(deps, tx, { email: account.email, language, address })
    await end(deps, tx, { invitation, account, before: [] })
    await noteLogin(deps, tx, { email: account.email, group: address })
    return done({ ...toUser(account), token: await openSession(deps, tx, account.id) })
  })
  if (accepted.ok) noteRights(deps, accepted.value, address)
  return accepted
}

/**
 * Adds the rights of an invitation to those of one's own account. Refuses like `openInvitation`, with `invitation-of-another` if it is
 * for another address, `account-gone`, and like `requireTypedPassword`. All other sessions of one who gains a right end.
 */
export async function joinByInvitation(
  deps: ServiceDeps,
  token: string,
  user: SessionUser & Actor,
): Promise<Outcome<User>> {
  const open = await findOpen(deps, token)
  if (!open.ok) return open
  const joined = await transactAs<Outcome<User>>(deps, user, async (tx) => {
    const found = await lockOpen(deps, tx, open.value)
    if (!found.ok) return found
    const { link, invitation } = found.value
    const account = await users.lockUser(tx, user.id)
    if (!account) return refuse('account-gone')
    const { id, name, email } = account
    if (invitation.email !== null && invitation.email !== email) return refuse('invitation-of-another')
    const refused = await requireTypedPassword(deps, tx, user)
    if (refused) return refused
    const [before, given] = [users.rightsOf(account), users.rightsOf(invitation)]
    const rights = users.rightsText(allRights.filter((right) => before.includes(right) || given.includes(right)))
    const change = await changeRights(deps, tx, { account, rights, giver: invitation.created_by, kept: user.tokenHash })
    const isProof = link.is_mailed === 1 && invitation.email === email && account.confirmed_at === null
    const confirmed = isProof ? { confirmed_at: isoNow(deps.clock) } : {}
    await users.updateUser(tx, id, { name, email, ...change, ...confirmed })
    const now = { ...account, rights }
    await end(deps, tx, { invitation, account: now, before })
    return done(toUser(now))
  })
  if (joined.ok) noteRights(deps, joined.value, user.from)
  return joined
}
