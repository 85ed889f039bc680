import { type Db, day, findRow, hour, insertRow, isoNow, lockRow, transact } from '../db/database.ts'
import type { AccountLinkRow, AccountRow, InvitationRow } from '../db/row-types.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { newToken } from './sessions.ts'
import { lockUser } from './users-table.ts'

const endOpenLinks = (tx: Db, kind: LinkKind, { accountId, usedAt }: { accountId: string; usedAt: string }) => {
  const open = tx.query.updateTable('account_link').where('account_id', '=', accountId).where('used_at', 'is', null)
  return open.where('kind', '=', kind).set({ used_at: usedAt })
}

export async function endResetLinks(tx: Db, accountId: string, usedAt: string): Promise<void> {
  await endOpenLinks(tx, 'reset', { accountId, usedAt }).execute()
}

/** Invalidates the links that revert this change of an account, or a later one: none of them undoes the restoration. */
export async function endRestoreLinks(tx: Db, link: AccountLinkRow, usedAt: string): Promise<void> {
  const ending = endOpenLinks(tx, 'restore', { accountId: link.account_id, usedAt })
  await ending.where('change_number', '>=', link.change_number).execute()
}

/** Whether an address is kept for the account that had it until lately, so that its owner can take it back. Ask after the address is written. */
export async function isKept(
  { clock }: Pick<ServiceDeps, 'clock'>,
  tx: Db,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
): Promise<boolean> {
  const links = tx.query.selectFrom('account_link').select('token_hash').where('email', '=', email)
  const open = links.where('kind', '=', 'restore').where('used_at', 'is', null).where('expires_at', '>', isoNow(clock))
  return (await open.where('account_id', '<>', id).executeTakeFirst()) !== undefined
}

export type LinkKind = AccountLinkRow['kind']
/** Milliseconds. */
const lifetimes: Record<LinkKind, number> = { reset: hour, confirm: 7 * day, restore: 7 * day }

interface Made {
  kind: LinkKind
  account: Pick<AccountRow, 'id' | 'email'>
  made_by?: string
}

/** Makes a link for an account, valid while the account has this e-mail address. */
export async function makeLink(deps: ServiceDeps, tx: Db, { kind, account: { id, email }, made_by }: Made) {
  const { token, token_hash } = newToken()
  const expires_at = isoNow(deps.clock, lifetimes[kind])
  const row = { token_hash, account_id: id, kind, email, expires_at, used_at: null }
  await insertRow(tx, 'account_link', { ...row, made_by: made_by ?? null, change_number: 0, rights: '' })
  return { token, expires_at }
}

/** Notes what an account was before a change of address or password, for links that restore it. Returns the row's hash, which has no token. */
export async function noteChange(deps: ServiceDeps, tx: Db, { id, email, rights }: AccountRow): Promise<string> {
  const { token_hash } = newToken()
  const changes = tx.query.selectFrom('account_link').select(({ fn }) => fn.max('change_number').as('last'))
  const newest = await changes.where('account_id', '=', id).executeTakeFirst()
  const row = { token_hash, account_id: id, kind: 'restore' as const, email, rights, used_at: null, made_by: null }
  const expires_at = isoNow(deps.clock, lifetimes.restore)
  await insertRow(tx, 'account_link', { ...row, expires_at, change_number: 1 + Number(newest?.last ?? 0) })
  return token_hash
}

/** Makes a link that reverts a noted change, and returns its token; undefined if it was reverted, or is too old. */
export async function makeRestoreLink(deps: ServiceDeps, change: string): Promise<string | undefined> {
  const noted = await findRow(deps.db, 'account_link', { token_hash: change })
  return transact(deps.db, async (tx) => {
    // one after the other with a restoration, which ends all links that are there
    if (!noted || !(await lockUser(tx, noted.account_id))) return undefined
    const row = await lockRow(tx, 'account_link', { token_hash: change })
    if (!row || row.used_at !== null || row.expires_at <= isoNow(deps.clock)) return undefined
    const { token, token_hash } = newToken()
    await insertRow(tx, 'account_link', { ...row, token_hash })
    return token
  })
}

/** Makes a link to an invitation, which works no longer than this one lasts now. Returns the token. */
export async function makeInvitationLink(
  db: Db,
  { id, until }: Pick<InvitationRow, 'id' | 'until'>,
  { isMailed }: { isMailed: boolean },
): Promise<string> {
  const { token, token_hash } = newToken()
  const row = { token_hash, invitation_id: id, is_mailed: isMailed ? 1 : 0, until }
  await insertRow(db, 'invitation_link', row)
  return token
}
