import type { ShopText, ShopTextUpdate } from '../../contract/shop.ts'
import { type LegalPage, legalPages } from '../../contract/texts/legal-texts.ts'
import type { Texts } from '../../contract/texts/shop-texts.ts'
import { changesOf, recordChange } from '../platform/admin-log.ts'
import { type Actor, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { raiseVersion } from '../platform/db/catalogue-state.ts'
import { type Handle, publish } from '../platform/db/handle.ts'
import { done, type Outcome, refuse } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings, saveLegalVersions } from './shop-settings.ts'
import { findShopText, putShopText } from './shop-settings-table.ts'

const noPage = refuse('not-found', { detail: 'There is no such page.' })

async function readText(db: Handle, page: LegalPage): Promise<ShopText> {
  const row = await findShopText(db, page)
  // only this file writes it
  return row ? { version: row.version, ...(JSON.parse(row.body) as Texts) } : { version: 0, en: '', fr: '', es: '' }
}

const pageOf = (name: string) => legalPages.find((page) => page === name)

/** The text of a page, empty where the shop has none. Refuses with `not-found` for other pages. */
export async function getShopText({ db }: ServiceDeps, name: string): Promise<Outcome<ShopText>> {
  const page = pageOf(name)
  return page ? done(await readText(db, page)) : noPage
}

/** Replaces the text of a page. This counts as a change of the settings. Refuses with `not-found` and `edited-meanwhile`. */
export async function updateShopText(
  deps: ServiceDeps,
  name: string,
  { input, actor }: { input: ShopTextUpdate; actor: Actor },
): Promise<Outcome<ShopText>> {
  const page = pageOf(name)
  if (!page) return noPage
  const { version: seen, ...wanted } = input
  const texts: Texts = { en: wanted.en.trim(), fr: wanted.fr.trim(), es: wanted.es.trim() }
  return transactAs<Outcome<ShopText>>(deps, actor, async (tx) => {
    await raiseVersion(tx)
    const { version: before, ...old } = await readText(tx, page)
    if (seen !== undefined && seen !== before) return refuse('edited-meanwhile')
    const changes = changesOf('settings', { [page]: old }, { [page]: texts })
    if (changes.length === 0) return done({ version: before, ...texts })
    const version = before + 1
    await putShopText(tx, { page, version, body: JSON.stringify(texts), changed_at: isoNow(deps.clock) })
    const { name: shop, legal } = await getShopSettings(deps, tx)
    const isEmpty = Object.values(texts).every((text) => text === '')
    await saveLegalVersions(deps, tx, { ...legal, [page]: isEmpty ? 0 : version })
    await publish(tx, { kind: 'shop' })
    await recordChange(deps, tx, { by: actor, kind: 'settings-changed', thing: { id: '', name: shop }, changes })
    return done({ version, ...texts })
  })
}
