import { isoNow } from '../platform/clock.ts'
import { type Handle, lockRows } from '../platform/db/handle.ts'
import type { AccountLinkRow, AccountRow } from '../platform/db/schema.ts'
import type { ServiceDeps } from '../service-deps.ts'

export async function insertAccountLink(tx: Handle, link: AccountLinkRow): Promise<void> {
  await tx.query.insertInto('account_link').values(link).execute()
}

export async function findAccountLink(db: Handle, tokenHash: string): Promise<AccountLinkRow | undefined> {
  return db.query.selectFrom('account_link').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** The link, locked until the transaction ends, so that it is used only once. */
export async function lockAccountLink(tx: Handle, tokenHash: string): Promise<AccountLinkRow | undefined> {
  const query = tx.query.selectFrom('account_link').selectAll().where('token_hash', '=', tokenHash)
  return lockRows(tx, query).executeTakeFirst()
}

/** Invalidates all password-reset links of an account. */
export async function endResetLinks(tx: Handle, accountId: string, usedAt: string): Promise<void> {
  await tx.query
    .updateTable('account_link')
    .set({ used_at: usedAt })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'reset')
    .where('used_at', 'is', null)
    .execute()
}

/** The number of the newest change of an account that a link reverts; 0 for none. */
export async function lastChange(tx: Handle, accountId: string): Promise<number> {
  const query = tx.query.selectFrom('account_link').select(({ fn }) => fn.max('change_number').as('last'))
  return Number((await query.where('account_id', '=', accountId).executeTakeFirst())?.last ?? 0)
}

/** Invalidates the links that revert this change of an account, or a later one: none of them undoes the restoration. */
export async function endRestoreLinks(tx: Handle, link: AccountLinkRow, usedAt: string): Promise<void> {
  await tx.query
    .updateTable('account_link')
    .set({ used_at: usedAt })
    .where('account_id', '=', link.account_id)
    .where('kind', '=', 'restore')
    .where('change_number', '>=', link.change_number)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Whether an address is kept for the account that had it until a few days ago, so that nobody else can keep its owner from taking it back. Ask after
 * the address is written, which waits for a concurrent change.
 */
export async function isKept(
  { clock }: Pick<ServiceDeps, 'clock'>,
  tx: Handle,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
): Promise<boolean> {
  const links = tx.query.selectFrom('account_link').select('token_hash').where('email', '=', email)
  const open = links.where('kind', '=', 'restore').where('used_at', 'is', null).where('expires_at', '>', isoNow(clock))
  return (await open.where('account_id', '<>', id).executeTakeFirst()) !== undefined
}

export async function deleteOldAccountLinks(db: Handle, expiredBefore: string): Promise<void> {
  await db.query.deleteFrom('account_link').where('expires_at', '<=', expiredBefore).execute()
}
