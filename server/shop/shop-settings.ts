import { v7 } from 'uuid'
import { plainLine } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { inEach, locales } from '../../contract/locales.ts'
import * as shops from '../../contract/shop.ts'
import { type ShopInput, settingNames } from '../../contract/shop-input.ts'
import { countWithRight } from '../accounts/users-table.ts'
import { recordChange } from '../audit/audit.ts'
import { countFishes } from '../catalogue/fishes-table.ts'
import { bumpCatalogueVersion } from '../db/catalogue-state.ts'
import { type Db, findRow, isoNow, publish, transact } from '../db/database.ts'
import { limitHit } from '../db/rate-limits.ts'
import type { ShopSettingsRow } from '../db/row-types.ts'
import { revisionIn, tagsIn } from '../http/answer-cache.ts'
import { transactAs } from '../http/caller.ts'
import { Answer, type Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, wasRefused } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** The saved settings; undefined until an administrator saves some. */
export async function findShopSettings(db: Db): Promise<Omit<ShopSettingsRow, 'only_row'> | undefined> {
  const query = db.query.selectFrom('shop_settings').select(['version', 'logo', 'body', 'changed_at'])
  return query.executeTakeFirst()
}

/** Replaces the settings. Raise the catalogue's version first: its row is the lock. */
async function putShopSettings(
  { clock }: Pick<ServiceDeps, 'clock'>,
  tx: Db,
  changed: Omit<ShopSettingsRow, 'only_row' | 'changed_at'>,
): Promise<void> {
  const settings = { ...changed, changed_at: isoNow(clock) }
  const put = tx.query.insertInto('shop_settings').values({ only_row: 1, ...settings })
  await put.onConflict((conflict) => conflict.column('only_row').doUpdateSet(settings)).execute()
}

/** The saved settings, or those of a new shop. */
export async function getShopSettings({ newShop }: Pick<ServiceDeps, 'newShop'>, db: Db): Promise<shops.ShopSettings> {
  const row = await findShopSettings(db)
  if (!row) return newShop
  // only this file writes it; settings that were added later have their defaults
  const saved = JSON.parse(row.body) as Partial<shops.ShopSettings>
  return { ...newShop, ...saved, logo: row.logo, version: row.version }
}

/** The saved name of the shop, or that of a new one. */
export const getShopName = async (db: Db): Promise<string> =>
  (await getShopSettings({ newShop: shops.newShop }, db)).name

const trimmed = <Value>(value: Value): Value => {
  // the result has the same shape as `value`
  if (typeof value === 'string') return value.trim() as Value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)])) as Value
}

/** The settings, with their version as ETag. */
export const getShop: Handler<'getShop'> = async (deps) => {
  const settings = await getShopSettings(deps, deps.db)
  return new Answer(settings, { revision: settings.version })
}

/** Replaces all settings, which counts as a change of the catalogue and so invalidates its caches. */
export const updateShop: Handler<'updateShop'> = async (deps, { body: input, user: actor, ifMatch = '*' }) => {
  const { version: seen, ...wanted } = trimmed(input)
  if (wanted.logo !== '' && !(await deps.readLogo(wanted.logo)))
    throw refuseFields({ path: 'logo', rule: 'pictureFile' })
  for (const path of shops.shopPictures)
    if (wanted[path] && !(await deps.hasPicture(wanted[path]))) throw refuseFields({ path, rule: 'pictureFile' })
  const saved = await transactAs(deps, actor, async (tx) => {
    await bumpCatalogueVersion(tx)
    const before = await getShopSettings(deps, tx)
    const isSeen = seen === undefined || seen === before.version
    const isNamed = tagsIn(ifMatch).some((tag) => tag === '*' || revisionIn(tag) === before.version)
    if (!isSeen || !isNamed) throw refuse('edited-meanwhile')
    // a setting that an earlier app does not send stays; the names are those of the input
    const kept = Object.fromEntries(settingNames.map((name) => [name, before[name]])) as ShopInput
    const { logo, ...others } = { ...kept, ...wanted }
    const rest = { ...others, currencies: [...new Set(others.currencies)], legal: before.legal }
    const version = before.version + 1
    await publish(tx, { kind: 'shop' })
    await putShopSettings(deps, tx, { version, logo, body: JSON.stringify(rest) })
    const thing = { id: '', name: rest.name }
    await recordChange(deps, tx, { by: actor, kind: 'settings-changed', thing, before, after: { logo, ...rest } })
    return { version, logo, ...rest }
  })
  deps.log?.info({ by: actor.id, from: actor.from, version: saved.version }, 'settings changed')
  return saved
}

/** Saves the demonstration's settings if none are saved. */
export async function seedShopSettings(deps: ServiceDeps, settings: ShopInput): Promise<void> {
  if (await findShopSettings(deps.db)) return
  const seeding = transact(deps.db, async (tx) => {
    await bumpCatalogueVersion(tx)
    // another instance was first
    if (await findShopSettings(tx)) throw refuse('edited-meanwhile')
    const { logo, ...rest } = settings
    const body = JSON.stringify({ ...rest, isDemonstration: true })
    await putShopSettings(deps, tx, { version: 1, logo, body })
  })
  await wasRefused(seeding)
}

/** Which steps of the shop's setup are done. Reveals no address and no secret. */
export const shopSetup: Handler<'shopSetup'> = async (deps) => {
  const { db } = deps
  const { name, logo } = await getShopSettings(deps, db)
  // `seedShopSettings` alone writes this member
  const saved = JSON.parse((await findShopSettings(db))?.body ?? '{}') as { isDemonstration?: true }
  return {
    isDemonstration: saved.isDemonstration === true,
    hasName: name !== deps.newShop.name,
    hasLogo: logo !== '',
    hasCatalogue: (await countFishes(db)) > 0,
    hasMail: deps.sendMail !== undefined,
    mailVariables: [...deps.mailVariables],
    hasPublicAddress: deps.publicUrl !== undefined,
    hasSecondAdmin: (await countWithRight(db, 'shop')) > 1,
  }
}

async function readText(db: Db, page: shops.LegalPage): Promise<shops.ShopText> {
  const row = await findRow(db, 'shop_text', { page })
  // only this file writes it
  return row
    ? { version: row.version, ...(JSON.parse(row.body) as shops.Texts) }
    : { version: 0, en: '', fr: '', es: '' }
}

function requirePage(name: string): shops.LegalPage {
  const page = shops.legalPages.find((each) => each === name)
  if (!page) throw refuse('not-found', { detail: 'There is no such page.' })
  return page
}

/** The text of a page, empty where the shop has none. Refuses with `not-found` for other pages. */
export const getShopText: Handler<'getShopText'> = async ({ db }, { param }) => readText(db, requirePage(param))

/** Replaces the text of a page, which counts as a change of the settings. Refuses with `not-found` and `edited-meanwhile`. */
export const updateShopText: Handler<'updateShopText'> = async (deps, { param, body: input, user: actor }) => {
  const page = requirePage(param)
  const { version: seen, ...wanted } = input
  const texts: shops.Texts = { en: wanted.en.trim(), fr: wanted.fr.trim(), es: wanted.es.trim() }
  return transactAs(deps, actor, async (tx) => {
    await bumpCatalogueVersion(tx)
    const { version: before, ...old } = await readText(tx, page)
    if (seen !== undefined && seen !== before) throw refuse('edited-meanwhile')
    if (locales.every((locale) => old[locale] === texts[locale])) return { version: before, ...texts }
    const version = before + 1
    const text = { version, body: JSON.stringify(texts), changed_at: isoNow(deps.clock) }
    const put = tx.query.insertInto('shop_text').values({ page, ...text })
    await put.onConflict((conflict) => conflict.column('page').doUpdateSet(text)).execute()
    const { version: saved, logo, ...settings } = await getShopSettings(deps, tx)
    const isEmpty = Object.values(texts).every((text) => text === '')
    const legal: shops.LegalVersions = { ...settings.legal, [page]: isEmpty ? 0 : version }
    // a new shop's settings become saved ones; those that were saved have members of their own
    const body = JSON.parse((await findShopSettings(tx))?.body ?? JSON.stringify(settings))
    await putShopSettings(deps, tx, { version: saved + 1, logo, body: JSON.stringify({ ...body, legal }) })
    await publish(tx, { kind: 'shop' })
    const logged = { before: { [page]: old }, after: { [page]: texts } }
    const thing = { id: '', name: settings.name }
    await recordChange(deps, tx, { by: actor, kind: 'settings-changed', thing, ...logged })
    return { version, ...texts }
  })
}

/** Stores a logo, which is the shop's once the settings name it. */
export const uploadLogo: Handler<'uploadLogo'> = (deps, { upload }) => deps.storeLogo(upload)

/** Stores a picture of the shop, which is used once the settings name it. */
export const uploadShopPicture: Handler<'uploadShopPicture'> = async (deps, { upload }) =>
  (await deps.storePicture(upload)).image

const subjects = inEach('Test mail from your shop', 'E-mail d’essai de votre boutique', 'Correo de prueba de su tienda')
const texts = inEach(
  'If you can read this, the shop can send mails.',
  'Si vous pouvez lire ce message, la boutique peut envoyer des e-mails.',
  'Si puede leer este mensaje, la tienda puede enviar correos.',
)

/** Sends a mail to the caller at once. `problem` has the words of the mail server, or the variables that are not set. */
export const sendTestMail: Handler<'sendTestMail'> = async (deps, { user, language }) => {
  const { email } = user
  // with the session and the right that the caller has now
  await transactAs(deps, user, (tx) => limitHit(deps, { kind: 'testMail', who: user.id }, tx))
  if (!deps.orderMails) return { isSent: false, email, problem: deps.mailVariables.join(', ') }
  try {
    const mail = { id: v7(), recipient: email, subject: subjects[language], text: texts[language], language }
    await deps.orderMails.send(mail)
    return { isSent: true, email }
  } catch (error) {
    const { response, message }: { response?: unknown; message?: unknown } = Object(error)
    return { isSent: false, email, problem: plainLine(String(response ?? message)).slice(0, limits.textLength) }
  }
}
