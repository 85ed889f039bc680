import { type Handle, lockRows } from '../platform/db/handle.ts'
import type { AccountLinkRow } from '../platform/db/schema.ts'

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

export async function deleteOldAccountLinks(db: Handle, expiredBefore: string): Promise<void> {
  await db.query.deleteFrom('account_link').where('expires_at', '<=', expiredBefore).execute()
}
