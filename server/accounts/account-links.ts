import { randomBytes } from 'node:crypto'
import { day, hour, isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountLinkRow, AccountRow, InvitationRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as links from './account-links-table.ts'
import { deleteOldInvitations, insertInvitationLink } from './invitations-table.ts'
import { hashToken } from './sessions.ts'
import { lockUser } from './users-table.ts'

export type LinkKind = AccountLinkRow['kind']

/** Milliseconds. */
const lifetimes: Record<LinkKind, number> = { reset: hour, confirm: 7 * day, restore: 7 * day }
/** Milliseconds for which an expired link is still recognised, so that people learn why it does not work. */
const recognisedFor = 30 * day

/**
 * Makes a link for an account, valid while the account has this e-mail address. Its token has 256 random bits, of which only
 * the hash is stored.
 */
export async function makeLink(
  deps: ServiceDeps,
  tx: Handle,
  {
    kind,
    account,
    made_by = null,
  }: { kind: LinkKind; account: Pick<AccountRow, 'id' | 'email'>; made_by?: string | null },
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = isoNow(deps.clock, lifetimes[kind])
  const row = { token_hash: hashToken(token), account_id: account.id, kind, email: account.email }
  await links.insertAccountLink(tx, { ...row, expires_at, used_at: null, made_by, change_number: 0, rights: '' })
  return { token, expires_at }
}

/**
 * Notes what an account was before a change of address or password, so that links can restore it for seven days. Returns the row's hash, of which
 * there is no token.
 */
export async function noteChange(deps: ServiceDeps, tx: Handle, { id, email, rights }: AccountRow): Promise<string> {
  const row = { token_hash: hashToken(randomBytes(32).toString('base64url')), account_id: id, email, rights }
  const expires_at = isoNow(deps.clock, lifetimes.restore)
  const change_number = 1 + (await links.lastChange(tx, id))
  const more = { expires_at, used_at: null, made_by: null, change_number } as const
  await links.insertAccountLink(tx, { ...row, kind: 'restore', ...more })
  return row.token_hash
}

/** Makes a link that reverts a noted change, and returns its token; undefined if it was reverted, or is too old. */
export async function makeRestoreLink(deps: ServiceDeps, change: string): Promise<string | undefined> {
  const noted = await links.findAccountLink(deps.db, change)
  return transact(deps.db, async (tx) => {
    // one after the other with a restoration, which ends all links that are there
    if (!noted || !(await lockUser(tx, noted.account_id))) return undefined
    const row = await links.lockAccountLink(tx, change)
    if (!row || row.used_at !== null || row.expires_at <= isoNow(deps.clock)) return undefined
    const token = randomBytes(32).toString('base64url')
    await links.insertAccountLink(tx, { ...row, token_hash: hashToken(token) })
    return token
  })
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
