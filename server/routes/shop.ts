import { Type } from 'typebox'
import { ShopSettings, ShopSetup, ShopUpdate } from '../../contract/shop.ts'
import { answerHash, namesAnswer } from '../http/answer-cache.ts'
import type { Route } from '../http/route.ts'
import { done, refuseFields } from '../services/outcome.ts'
import type { Shop } from '../services/shop.ts'
import { getShopSettings, updateShopSettings } from '../services/shop-settings.ts'
import { getShopSetup } from '../services/shop-setup.ts'

/** What the shop says about itself. */
export function shopRoutes(route: Route, shop: Shop): void {
  route('getShop', {
    summary: 'The settings of the shop: name, logo, texts, ways to reach it, terms',
    answer: ShopSettings,
    cached: true,
    handle: async () => done(await getShopSettings(shop, shop.db)),
  })
  route('updateShop', {
    summary:
      'Replace the settings of the shop; with If-Match or a version only while they are as the client knows them, else 409',
    body: ShopUpdate,
    answer: ShopSettings,
    handle: ({ body, user, address, ifMatch, encode }) => {
      const isKnown =
        ifMatch === undefined ? undefined : (now: ShopSettings) => namesAnswer(ifMatch, answerHash(encode(now)))
      return updateShopSettings(shop, { input: body, isKnown, actor: { ...user, from: address } })
    },
  })
  route('uploadLogo', {
    summary: 'Store a square picture as a logo and answer its value for `logo`; it is nowhere until settings name it',
    body: Type.Object({}),
    accepts: ['multipart'],
    fileField: 'image',
    answer: Type.String(),
    handle: async ({ upload }) =>
      upload ? shop.storeLogo(upload) : refuseFields({ path: 'image', rule: 'pictureFile' }),
  })
  route('shopSetup', {
    summary: 'What a shop of one’s own has by now',
    answer: ShopSetup,
    handle: async () => done(await getShopSetup(shop)),
  })
}
