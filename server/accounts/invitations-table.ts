import { type Handle, lockRows } from '../platform/db/handle.ts'
import type { InvitationLinkRow, InvitationRow } from '../platform/db/schema.ts'

export async function insertInvitation(tx: Handle, invitation: InvitationRow): Promise<void> {
  await tx.query.insertInto('invitation').values(invitation).execute()
}

export async function insertInvitationLink(db: Handle, link: InvitationLinkRow): Promise<void> {
  await db.query.insertInto('invitation_link').values(link).execute()
}

export async function findInvitation(db: Handle, id: string): Promise<InvitationRow | undefined> {
  return db.query.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The invitation, locked until the transaction ends, so that it ends only once. */
export async function lockInvitation(tx: Handle, id: string): Promise<InvitationRow | undefined> {
  return lockRows(tx, tx.query.selectFrom('invitation').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function findInvitationLink(db: Handle, tokenHash: string): Promise<InvitationLinkRow | undefined> {
  return db.query.selectFrom('invitation_link').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Open invitations, newest first, with the names of the inviters. */
export async function listOpenInvitations(db: Handle) {
  const query = db.query.selectFrom('invitation').leftJoin('account', 'account.id', 'invitation.created_by')
  const some = query.selectAll('invitation').select('account.name as maker').where('invitation.ended_at', 'is', null)
  return some.orderBy('invitation.created_at', 'desc').orderBy('invitation.id', 'desc').execute()
}

export async function updateInvitation(
  tx: Handle,
  id: string,
  change: Partial<Pick<InvitationRow, 'created_at' | 'created_by' | 'until' | 'ended_at' | 'ended_by'>>,
): Promise<void> {
  await tx.query.updateTable('invitation').set(change).where('id', '=', id).execute()
}

/** Withdraws what is open for an address: a newer invitation replaces it, or a decision about its account. */
export async function endInvitationsTo(tx: Handle, email: string, ended_at: string): Promise<void> {
  await tx.query
    .updateTable('invitation')
    .set({ ended_at, ended_by: 'withdrawal' })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
}

/** Deletes all invitations to an address. */
export async function deleteInvitationsTo(tx: Handle, email: string): Promise<void> {
  await tx.query.deleteFrom('invitation').where('email', '=', email).execute()
}

export async function deleteOldInvitations(db: Handle, before: string): Promise<void> {
  await db.query.deleteFrom('invitation').where('until', '<=', before).execute()
}
