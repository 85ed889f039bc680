import { v7 } from 'uuid'
import type { Invitation, InvitationInput, InvitationMade } from '../../contract/accounts.ts'
import { isEmail, normaliseEmail } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { mailboxOf } from '../outgoing/stranger-mails.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import { type Actor, transactAs } from '../platform/caller.ts'
import { day, isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { InvitationRow } from '../platform/db/schema.ts'
import { limitHit, limitMails } from '../platform/rate-limits.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { makeInvitationLink } from './account-links.ts'
import { mailInvitation } from './account-mails.ts'
import * as invitations from './invitations-table.ts'
import { refuseGift } from './trust.ts'
import { holdUser, lockAdmins, rightsOf, rightsText } from './users-table.ts'

/** Milliseconds. */
const lifetime = 7 * day
const noInvitation = refuse('not-found', { detail: 'There is no such invitation.' })

const thingOf = ({ id, email }: InvitationRow) => ({ id, name: email ?? '' })
const logged = (row: InvitationRow) => ({ rights: rightsOf(row) })

/** Makes the link to pass on, and queues the mail with another one; three mails a day for a mailbox, from all callers together. */
async function sendLinks(deps: ServiceDeps, tx: Handle, row: InvitationRow): Promise<InvitationMade> {
  const { id, email, language } = row
  const isMailed = email !== null && deps.orderMails !== undefined
  if (isMailed) {
    await limitMails(() => limitHit(deps, { kind: 'inviteMail', who: mailboxOf(email) }, tx))
    await mailInvitation(deps, tx, { id, email, language })
  }
  const token = await makeInvitationLink(tx, { invitation: row, isMailed: false })
  return { _id: id, url: `${deps.publicUrl ?? ''}/#/invitation/${token}`, until: row.until, isMailed }
}

/**
 * Invites somebody to become an administrator, by mail where an address is given; replaces an open invitation to the same address.
 * Refuses like `refuseGift`, and with `invalid-fields`, `invitations-full`, `too-many` and `mails-used-up`.
 */
export async function invite(
  deps: ServiceDeps,
  input: InvitationInput,
  { actor, language }: { actor: Actor; language: Locale },
): Promise<InvitationMade> {
  if (input.email !== undefined && !isEmail(input.email)) throw refuseFields({ path: 'email', rule: 'email' })
  await limitHit(deps, { kind: 'invite', who: actor.id })
  const now = isoNow(deps.clock)
  const email = input.email === undefined ? null : normaliseEmail(input.email)
  const row: InvitationRow = {
    ...{ id: v7(), email, rights: rightsText(input.rights), language: input.language ?? language },
    ...{ created_at: now, created_by: actor.id, until: isoNow(deps.clock, lifetime), ended_at: null, ended_by: null },
  }
  const made = await transactAs(deps, actor, async (tx) => {
    // one after the other, so that a newer one finds the older one that it replaces
    await lockAdmins(tx)
    await refuseGift(deps, tx, { actor, given: input.rights })
    if (email !== null) await invitations.endInvitationsTo(tx, email, now)
    if ((await invitations.listOpenInvitations(tx)).length >= limits.invitations) throw refuse('invitations-full')
    await invitations.insertInvitation(tx, row)
    const changes = changesOf('user', undefined, logged(row))
    await recordActions(deps, tx, [{ by: actor, kind: 'invitation-made', thing: thingOf(row), changes }])
    return sendLinks(deps, tx, row)
  })
  deps.log?.warn({ invitation: row.id, by: actor.id, from: actor.from }, 'invitation made')
  return made
}

/**
 * Makes an open invitation last seven days from now, with a new link and, where it has an address, a new mail. Whoever does it is
 * the one who gives the rights from now on. Refuses like `invite`, and with `not-found`.
 */
export async function renewInvitation(deps: ServiceDeps, id: string, actor: Actor): Promise<InvitationMade> {
  await limitHit(deps, { kind: 'invite', who: actor.id })
  return transactAs(deps, actor, async (tx) => {
    // before the invitation, in the same order as an acceptance
    await holdUser(tx, actor.id)
    const row = await invitations.lockInvitation(tx, id)
    if (!row || row.ended_at !== null) throw noInvitation
    await refuseGift(deps, tx, { actor, given: rightsOf(row) })
    const change = { created_at: isoNow(deps.clock), created_by: actor.id, until: isoNow(deps.clock, lifetime) }
    await invitations.updateInvitation(tx, id, change)
    await recordActions(deps, tx, [{ by: actor, kind: 'invitation-renewed', thing: thingOf(row) }])
    return sendLinks(deps, tx, { ...row, ...change })
  })
}

/** Open invitations, newest first, without their links. */
export async function listInvitations({ db }: ServiceDeps): Promise<Invitation[]> {
  const rows = await invitations.listOpenInvitations(db)
  return rows.map(({ id, email, created_at, until, maker, ...row }) => ({
    ...{ _id: id, rights: rightsOf(row), at: created_at, until },
    ...{ ...(email !== null && { email }), ...(maker !== null && { by: maker }) },
  }))
}

/** Withdraws an open invitation: its links no longer work. Refuses with `not-found`. */
export async function withdrawInvitation(deps: ServiceDeps, id: string, actor: Actor): Promise<void> {
  return transactAs(deps, actor, async (tx) => {
    const row = await invitations.lockInvitation(tx, id)
    if (!row || row.ended_at !== null) throw noInvitation
    await invitations.updateInvitation(tx, id, { ended_at: isoNow(deps.clock), ended_by: 'withdrawal' })
    const changes = changesOf('user', logged(row), undefined)
    await recordActions(deps, tx, [{ by: actor, kind: 'invitation-withdrawn', thing: thingOf(row), changes }])
  })
}
