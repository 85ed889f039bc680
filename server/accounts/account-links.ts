import { randomBytes } from 'node:crypto'
import { day, hour, isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountLinkRow, AccountRow, InvitationRow } from '../platform/db/schema.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as links from './account-links-table.ts'
import { deleteOldInvitations, insertInvitationLink } from './invitations-table.ts'
import { hashToken } from './sessions.ts'

export type LinkKind = AccountLinkRow['kind']

/** Milliseconds. */
const lifetimes: Record<LinkKind, number> = { reset: hour, confirm: 7 * day }
/** Milliseconds for which an expired link is still recognised, so that people learn why it does not work. */
const recognisedFor = 30 * day

/**
 * Makes a link for an account, valid while the account has this e-mail address. Its token has 256 random bits, of which only
 * the hash is stored.
 */
export async function makeLink(
  deps: ServiceDeps,
  tx: Handle,
  { kind, account }: { kind: LinkKind; account: Pick<AccountRow, 'id' | 'email'> },
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = isoNow(deps.clock, lifetimes[kind])
  const row = { token_hash: hashToken(token), account_id: account.id, kind, email: account.email }
  await links.insertAccountLink(tx, { ...row, expires_at, used_at: null })
  return { token, expires_at }
}

/** Makes a link to an invitation, which works no longer than this one lasts now; otherwise like `makeLink`. Returns the token. */
export async function makeInvitationLink(
  db: Handle,
  { invitation: { id, until }, isMailed }: { invitation: Pick<InvitationRow, 'id' | 'until'>; isMailed: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const row = { token_hash: hashToken(token), invitation_id: id, is_mailed: isMailed ? 1 : 0, until }
  await insertInvitationLink(db, row)
  return token
}

/** Deletes links and invitations that ended long ago. */
export async function cleanLinks({ db, clock }: ServiceDeps): Promise<void> {
  await links.deleteOldAccountLinks(db, isoNow(clock, -recognisedFor))
  await deleteOldInvitations(db, isoNow(clock, -recognisedFor))
}
