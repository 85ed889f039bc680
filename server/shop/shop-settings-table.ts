import type { LegalPage } from '../../contract/texts/legal-texts.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { ShopSettingsRow, ShopTextRow } from '../platform/db/schema.ts'

/** The saved settings; undefined until an administrator saves some. */
export async function findShopSettings(db: Handle): Promise<Omit<ShopSettingsRow, 'only_row'> | undefined> {
  const query = db.query.selectFrom('shop_settings').select(['version', 'logo', 'body', 'changed_at'])
  return query.executeTakeFirst()
}

/** Replaces the settings. Raise the catalogue's version first: its row is the lock. */
export async function putShopSettings(tx: Handle, settings: Omit<ShopSettingsRow, 'only_row'>): Promise<void> {
  await tx.query
    .insertInto('shop_settings')
    .values({ only_row: 1, ...settings })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(settings))
    .execute()
}

/** Whether a picture is the shop's logo. */
export async function isLogo(db: Handle, image: string): Promise<boolean> {
  const query = db.query.selectFrom('shop_settings').select('version').where('logo', '=', image)
  return (await query.executeTakeFirst()) !== undefined
}

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
