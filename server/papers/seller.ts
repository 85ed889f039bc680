import {
  type BankAccount,
  noSeller,
  type Seller,
  type SellerInput,
  type SellerNames,
} from '../../contract/papers/parties.ts'
import { recordChange } from '../audit/audit.ts'
import { isoNow } from '../clock.ts'
import { type Db, lockRows } from '../db/db.ts'
import type { BankAccountRow } from '../db/row-types.ts'
import { type Actor, transactAs } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'

type SellerRow = { version: number; body: string }

const sellerOf = (db: Db) => db.query.selectFrom('shop_seller').select(['version', 'body'])

/** Who sells, locked until the transaction ends, together with the bank accounts. */
export async function lockSeller(tx: Db): Promise<SellerRow> {
  return lockRows(tx, sellerOf(tx)).executeTakeFirstOrThrow()
}

const standing = (db: Db) => db.query.selectFrom('bank_account').selectAll().where('withdrawn_at', 'is', null)

/** The account that buyers pay to at a time (ISO 8601). */
export async function findBank(db: Db, now: string): Promise<BankAccountRow | undefined> {
  const query = standing(db).where('holds_from', '<=', now)
  return query.orderBy('holds_from', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** The account that will hold, unless it is withdrawn. */
export async function findPendingBank(db: Db, now: string): Promise<BankAccountRow | undefined> {
  return standing(db).where('holds_from', '>', now).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export async function updateBank(
  tx: Db,
  id: string,
  change: Partial<Pick<BankAccountRow, 'holds_from' | 'withdrawn_at'>>,
): Promise<void> {
  await tx.query.updateTable('bank_account').set(change).where('id', '=', id).execute()
}

// only this file writes it
const readNames = (body: string) => ({ ...noSeller, ...(JSON.parse(body) as Partial<SellerNames>) })

function toBank({ holder, bank, account, bic, holds_from }: BankAccountRow): BankAccount {
  return { holder, bank, account, bic, since: holds_from }
}

/** Who sells, and the bank account that holds now. */
export async function getSeller({ clock }: Pick<ServiceDeps, 'clock'>, db: Db, reader = ''): Promise<Seller> {
  const { version, body } = await sellerOf(db).executeTakeFirstOrThrow()
  const now = isoNow(clock)
  const [bank, pending] = [await findBank(db, now), await findPendingBank(db, now)]
  return {
    ...{ version, ...readNames(body) },
    ...(bank && { bank: toBank(bank) }),
    ...(pending && {
      pending: {
        ...{ _id: pending.id, ...toBank(pending), by: { name: pending.asked_by_name } },
        isOwn: pending.asked_by === reader,
      },
    }),
  }
}

/** Replaces the names and numbers of who sells. Refuses with `edited-meanwhile` if somebody else has changed them meanwhile. */
export async function updateSeller(
  deps: ServiceDeps,
  { version: seen, ...input }: SellerInput,
  actor: Actor,
): Promise<Seller> {
  return transactAs(deps, actor, async (tx) => {
    const { version, body } = await lockSeller(tx)
    if (seen !== undefined && seen !== version) throw refuse('edited-meanwhile')
    const wanted = Object.fromEntries(Object.entries(input).map(([name, text]) => [name, text.trim()]))
    await tx.query
      .updateTable('shop_seller')
      .set({ version: version + 1, body: JSON.stringify(wanted) })
      .execute()
    const thing = { id: '', name: (await getShopSettings(deps, tx)).name }
    await recordChange(deps, tx, { by: actor, kind: 'seller-changed', thing, before: readNames(body), after: wanted })
    return await getSeller(deps, tx, actor.id)
  })
}
