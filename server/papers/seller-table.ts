import { type Handle, lockRows } from '../platform/db/handle.ts'
import type { BankAccountRow } from '../platform/db/schema.ts'

type SellerRow = { version: number; body: string }

const sellerOf = (db: Handle) => db.query.selectFrom('shop_seller').select(['version', 'body'])

export async function findSeller(db: Handle): Promise<SellerRow> {
  return sellerOf(db).executeTakeFirstOrThrow()
}

/** Who sells, locked until the transaction ends, together with the bank accounts. */
export async function lockSeller(tx: Handle): Promise<SellerRow> {
  return lockRows(tx, sellerOf(tx)).executeTakeFirstOrThrow()
}

export async function putSeller(tx: Handle, seller: SellerRow): Promise<void> {
  await tx.query.updateTable('shop_seller').set(seller).execute()
}

const standing = (db: Handle) => db.query.selectFrom('bank_account').selectAll().where('withdrawn_at', 'is', null)

/** The account that buyers pay to at a time (ISO 8601). */
export async function findBank(db: Handle, now: string): Promise<BankAccountRow | undefined> {
  const query = standing(db).where('holds_from', '<=', now)
  return query.orderBy('holds_from', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** The account that will hold, unless it is withdrawn. */
export async function findPendingBank(db: Handle, now: string): Promise<BankAccountRow | undefined> {
  return standing(db).where('holds_from', '>', now).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function insertBank(tx: Handle, bank: BankAccountRow): Promise<void> {
  await tx.query.insertInto('bank_account').values(bank).execute()
}

export async function updateBank(
  tx: Handle,
  id: string,
  change: Partial<Pick<BankAccountRow, 'holds_from' | 'withdrawn_at'>>,
): Promise<void> {
  await tx.query.updateTable('bank_account').set(change).where('id', '=', id).execute()
}
