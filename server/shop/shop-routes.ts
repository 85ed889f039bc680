import * as v from 'valibot'
import { ShopSettings, ShopSetup, ShopText, ShopTextUpdate, ShopUpdate } from '../../contract/shop.ts'
import { revisionIn, tagsIn } from '../platform/http/answer-cache.ts'
import type { Route } from '../platform/http/route.ts'
import { done, refuseFields } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings, getShopSetup, updateShopSettings } from './shop-settings.ts'
import { getShopText, updateShopText } from './shop-texts.ts'

/** The settings of the shop. */
export function shopRoutes(route: Route, deps: ServiceDeps): void {
  route('getShop', {
    summary: 'The settings of the shop: name, logo, texts, contacts, terms',
    answer: ShopSettings,
    cached: true,
    revision: ({ version }) => version,
    handle: async () => done(await getShopSettings(deps, deps.db)),
  })
  route('updateShop', {
    summary: 'Replace the settings of the shop; with If-Match or a version only if they are unchanged since, else 409',
    body: ShopUpdate,
    answer: ShopSettings,
    handle: ({ body, user, ifMatch }) => {
      const isUnchanged =
        ifMatch &&
        ((now: ShopSettings) => tagsIn(ifMatch).some((tag) => tag === '*' || revisionIn(tag) === now.version))
      return updateShopSettings(deps, { input: body, isUnchanged: isUnchanged || undefined, actor: user })
    },
  })
  route('getShopText', {
    summary: 'The text of a page that the law asks for: terms, privacy or imprint; empty where the shop has none',
    answer: ShopText,
    cached: true,
    handle: ({ param }) => getShopText(deps, param),
  })
  route('updateShopText', {
    summary: 'Replace the text of terms, privacy or imprint; with a version only if it is unchanged since, else 409',
    body: ShopTextUpdate,
    answer: ShopText,
    handle: ({ param, body, user }) => updateShopText(deps, param, { input: body, actor: user }),
  })
  route('uploadLogo', {
    summary:
      'Store a square picture as a logo; answers the value for the setting `logo`, which has to be saved to use it',
    body: v.object({}),
    accepts: ['multipart'],
    fileField: 'image',
    answer: v.string(),
    handle: async ({ upload }) =>
      upload ? deps.storeLogo(upload) : refuseFields({ path: 'image', rule: 'pictureFile' }),
  })
  route('shopSetup', {
    summary: 'Which steps of setting up the shop are done',
    answer: ShopSetup,
    handle: async () => done(await getShopSetup(deps)),
  })
}
