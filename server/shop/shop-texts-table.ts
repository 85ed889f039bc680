import type { LegalPage } from '../../contract/texts/legal-texts.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { ShopTextRow } from '../platform/db/schema.ts'

export async function findShopText(db: Handle, page: LegalPage): Promise<ShopTextRow | undefined> {
  return db.query.selectFrom('shop_text').selectAll().where('page', '=', page).executeTakeFirst()
}

/** Replaces a text. Raise the catalogue's version first: its row is the lock. */
export async function putShopText(tx: Handle, { page, ...text }: ShopTextRow): Promise<void> {
  await tx.query
    .insertInto('shop_text')
    .values({ page, ...text })
    .onConflict((conflict) => conflict.column('page').doUpdateSet(text))
    .execute()
}
