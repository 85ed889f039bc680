import { v7 } from 'uuid'
import { rights as allRights, type InvitationMade, type Right, type User } from '../../contract/accounts.ts'
import { normaliseEmail } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { audit } from '../audit/audit.ts'
import { type Db, day, findRow, isoNow, lockForShare, lockRow, transact, updateRows } from '../db/database.ts'
import { limitFailures, limitHit, limitMails } from '../db/rate-limits.ts'
import type { AccountRow, InvitationLinkRow, InvitationRow } from '../db/row-types.ts'
import { transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, required, wasRefused } from '../http/refusal.ts'
import { mailboxOf } from '../outbox/mail-throttle.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { isKept, makeInvitationLink } from './account-links.ts'
import { queueMail } from './account-mails.ts'
import { queueConfirmation } from './confirm-email.ts'
import { hashPassword } from './passwords.ts'
import { hashToken, noteLogin, openSession } from './sessions.ts'
import { changeRights, refuseGift, requireTypedPassword, vouchedBy } from './trust.ts'
import { emailTaken, readConsent, readIdentity, toUser } from './users.ts'
import * as users from './users-table.ts'

const updateInvitation = (tx: Db, id: string, change: Partial<InvitationRow>) =>
  updateRows(tx, 'invitation', { having: { id }, change })

/** Open invitations, newest first, with the names of the inviters. */
async function listOpenInvitations(db: Db) {
  const query = db.query.selectFrom('invitation').leftJoin('account', 'account.id', 'invitation.created_by')
  const some = query.selectAll('invitation').select('account.name as maker').where('invitation.ended_at', 'is', null)
  return some.orderBy('invitation.created_at', 'desc').orderBy('invitation.id', 'desc').execute()
}

/** Withdraws what is open for an address: a newer invitation replaces it, or a decision about its account. */
export async function endInvitationsTo(tx: Db, email: string, ended_at: string): Promise<void> {
  const change = { ended_at, ended_by: 'withdrawal' } as const
  await updateRows(tx, 'invitation', { having: { email, ended_at: null }, change })
}

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

/** The invitation behind a link. Refuses with `link-unknown`, `link-used`, `link-expired` and `link-withdrawn`. */
async function findOpen(deps: ServiceDeps, token: string): Promise<Found> {
  const link = await findRow(deps.db, 'invitation_link', { token_hash: hashToken(token) })
  const invitation = link && (await findRow(deps.db, 'invitation', { id: link.invitation_id }))
  if (!link || !invitation) throw refuse('link-unknown')
  const maker = await users.findUser(deps.db, invitation.created_by ?? '')
  checkLink(deps, { link, invitation }, maker ? users.rightsOf(maker) : [])
  return { link, invitation }
}

/** The invitation, locked and checked again with the rights that its maker has now. */
async function lockOpen(deps: ServiceDeps, tx: Db, { link, invitation: { id } }: Found): Promise<Found> {
  const admins = await users.lockAdmins(tx)
  const invitation = required(await lockRow(tx, 'invitation', { id }), refuse('link-unknown'))
  const maker = admins.find((admin) => admin.id === invitation.created_by)
  checkLink(deps, { link, invitation }, maker?.rights ?? [])
  return { link, invitation }
}

interface Accepted {
  invitation: InvitationRow
  account: Pick<AccountRow, 'id' | 'name' | 'email' | 'rights'>
  before: readonly Right[]
}

/** Ends an accepted invitation, and any other one to the address of the account; records the granted rights in the log. */
async function end(deps: ServiceDeps, tx: Db, { invitation, account, before }: Accepted): Promise<void> {
  const ended_at = isoNow(deps.clock)
  await updateInvitation(tx, invitation.id, { ended_at, ended_by: 'acceptance' })
  await endInvitationsTo(tx, account.email, ended_at)
  const change = { before: { rights: before }, after: { rights: users.rightsOf(account) } }
  await audit(deps, tx, { by: account, kind: 'invitation-accepted', thing: account, ...change })
}

function noteRights(deps: ServiceDeps, { _id, isAdmin, rights }: User, from: string): void {
  deps.log?.warn({ account: _id, isAdmin, rights: rights.join(' '), by: _id, from }, 'rights changed')
}

/** Counts refusals of a caller, so that nobody can guess links. */
const guarded = <T>(deps: ServiceDeps, who: string, work: () => Promise<T>) =>
  limitFailures(deps, { kind: 'invitation', who }, work)

/** What an invitation offers. Changes nothing. Refuses like `findOpen`. */
export const openInvitation: Handler<'openInvitation'> = (deps, { body, address }) =>
  guarded(deps, address, async () => {
    const { link, invitation } = await findOpen(deps, body.token)
    const { email } = invitation
    const hasAccount = email !== null && (await users.findUserByEmail(deps.db, email)) !== undefined
    const rights = users.rightsOf(invitation)
    return { ...(email !== null && { email }), rights, until: link.until, hasAccount }
  })

/** Creates an account with the rights of an invitation. A link that was mailed also confirms the address. Refuses like `register`. */
export const acceptInvitation: Handler<'acceptInvitation'> = (deps, { body: input, address, language }) =>
  guarded(deps, address, async () => {
    const open = await findOpen(deps, input.token)
    const { email } = open.invitation
    if (email !== null && input.email !== undefined && normaliseEmail(input.email) !== email)
      throw refuseFields({ path: 'email', rule: 'unchangeable' })
    const mailbox = email ?? input.email
    if (mailbox === undefined) throw refuseFields({ path: 'email', rule: 'required' })
    const identity = readIdentity({ name: input.name, email: mailbox })
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
    return { data: accepted }
  })

/** Adds the rights of an invitation to those of one's own account. All other sessions of one who gains a right end. */
export const joinByInvitation: Handler<'joinByInvitation'> = (deps, { body, user }) =>
  guarded(deps, user.from, async () => {
    const open = await findOpen(deps, body.token)
    const joined = await transactAs(deps, user, async (tx) => {
      const { link, invitation } = await lockOpen(deps, tx, open)
      const account = await users.requireUser(tx, user.id)
      const { id, name, email } = account
      if (invitation.email !== null && invitation.email !== email) throw refuse('invitation-of-another')
      await requireTypedPassword(deps, tx, user)
      const [before, given] = [users.rightsOf(account), users.rightsOf(invitation)]
      const rights = users.rightsText(allRights.filter((right) => before.includes(right) || given.includes(right)))
      const gift = { account, rights, giver: invitation.created_by, kept: user.tokenHash }
      const change = await changeRights(deps, tx, gift)
      const isProof = link.is_mailed === 1 && invitation.email === email && account.confirmed_at === null
      const confirmed = isProof ? { confirmed_at: isoNow(deps.clock) } : {}
      await users.updateUser(tx, id, { name, email, ...change, ...confirmed })
      const now = { ...account, rights }
      await end(deps, tx, { invitation, account: now, before })
      return toUser(now)
    })
    noteRights(deps, joined, user.from)
    return joined
  })

/** Milliseconds. */
const lifetime = 7 * day
const noInvitation = refuse('not-found', { detail: 'There is no such invitation.' })
const thingOf = ({ id, email }: InvitationRow) => ({ id, name: email ?? '' })
const logged = (row: InvitationRow) => ({ rights: users.rightsOf(row) })

/** Makes the link to pass on, and queues the mail with another one; three mails a day for a mailbox, from all callers together. */
async function sendLinks(deps: ServiceDeps, tx: Db, row: InvitationRow): Promise<InvitationMade> {
  const { id, email, language } = row
  const isMailed = email !== null && deps.orderMails !== undefined
  if (isMailed) {
    await limitMails(() => limitHit(deps, { kind: 'inviteMail', who: mailboxOf(email) }, tx))
    // its own link is made when it is sent
    await queueMail(deps, tx, { mail: 'invitation', email, language, subject: `invitation:${id}` })
  }
  const token = await makeInvitationLink(tx, row, { isMailed: false })
  return { _id: id, url: `${deps.publicUrl ?? ''}/#/invitation/${token}`, until: row.until, isMailed }
}

/** Invites somebody to become an administrator, by mail where an address is given; replaces an open invitation to the same address. */
export const invite: Handler<'invite'> = async (deps, { body: input, user: actor, language }) => {
  await limitHit(deps, { kind: 'invite', who: actor.id })
  const now = isoNow(deps.clock)
  const email = input.email === undefined ? null : normaliseEmail(input.email)
  const given = { email, rights: users.rightsText(input.rights), language: input.language ?? language }
  const times = { created_at: now, until: isoNow(deps.clock, lifetime), ended_at: null, ended_by: null }
  const row: InvitationRow = { id: v7(), created_by: actor.id, ...given, ...times }
  const made = await transactAs(deps, actor, async (tx) => {
    // one after the other, so that a newer one finds the older one that it replaces
    await users.lockAdmins(tx)
    await refuseGift(deps, tx, { actor, given: input.rights })
    if (email !== null) await endInvitationsTo(tx, email, now)
    if ((await listOpenInvitations(tx)).length >= limits.invitations) throw refuse('invitations-full')
    await tx.query.insertInto('invitation').values(row).execute()
    await audit(deps, tx, { by: actor, kind: 'invitation-made', thing: thingOf(row), after: logged(row) })
    return sendLinks(deps, tx, row)
  })
  deps.log?.warn({ invitation: row.id, by: actor.id, from: actor.from }, 'invitation made')
  return made
}

/** Makes an open invitation last seven days from now, with a new link and mail. Whoever does it gives the rights from now on. */
export const renewInvitation: Handler<'renewInvitation'> = async (deps, { param: id, user: actor }) => {
  await limitHit(deps, { kind: 'invite', who: actor.id })
  return transactAs(deps, actor, async (tx) => {
    // before the invitation, in the same order as an acceptance
    await lockForShare(tx, 'account', { id: actor.id })
    const row = await lockRow(tx, 'invitation', { id })
    if (!row || row.ended_at !== null) throw noInvitation
    await refuseGift(deps, tx, { actor, given: users.rightsOf(row) })
    const change = { created_at: isoNow(deps.clock), created_by: actor.id, until: isoNow(deps.clock, lifetime) }
    await updateInvitation(tx, id, change)
    await audit(deps, tx, { by: actor, kind: 'invitation-renewed', thing: thingOf(row) })
    return sendLinks(deps, tx, { ...row, ...change })
  })
}

/** Open invitations, newest first, without their links. */
export const listInvitations: Handler<'listInvitations'> = async ({ db }) => {
  const rows = await listOpenInvitations(db)
  return rows.map(({ id, email, created_at, until, maker, ...row }) => ({
    ...{ _id: id, rights: users.rightsOf(row), at: created_at, until },
    ...{ ...(email !== null && { email }), ...(maker !== null && { by: maker }) },
  }))
}

/** Withdraws an open invitation: its links no longer work. Refuses with `not-found`. */
export const withdrawInvitation: Handler<'withdrawInvitation'> = (deps, { param: id, user: actor }) =>
  transactAs(deps, actor, async (tx) => {
    const row = await lockRow(tx, 'invitation', { id })
    if (!row || row.ended_at !== null) throw noInvitation
    await updateInvitation(tx, id, { ended_at: isoNow(deps.clock), ended_by: 'withdrawal' })
    await audit(deps, tx, { by: actor, kind: 'invitation-withdrawn', thing: thingOf(row), before: logged(row) })
  })
