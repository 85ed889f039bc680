import { i18n } from '@lingui/core'
import { newShop } from '../../contract/shop-texts.ts'
import { givenShop } from '../first-paint/given-shop.ts'
import { isFirstScreen, mount } from '../first-paint/mount.tsx'
import { whenIdle } from '../ui/when.ts'
import { App } from './app.tsx'
import type { DataLayer } from './data-layer.tsx'
import { followNavigation } from './focus.ts'
import { watchMenus } from './menus.ts'
import { createShopRouter } from './router.tsx'

/** Makes the dependencies, renders the app, and starts what has no screen. */
export async function startApp(dataLayer: DataLayer): Promise<void> {
  const { deps, session, shop: saved } = await dataLayer.makeDeps()
  const router = createShopRouter(deps)
  const given = givenShop()
  // what the server has rendered is hydrated with the same settings; any other screen begins with the newest
  const isGiven = given && (isFirstScreen() || !saved || given.version > saved.version)
  const shop = (isGiven ? given : saved) ?? newShop
  const onChange = () => void router.invalidate()
  // requests that wait are sent whatever becomes of the screen
  dataLayer.watchTriggers(deps, onChange)
  await mount(<App deps={deps} router={router} session={session} shop={shop} parts={dataLayer} />, router)
  followNavigation(router)
  watchMenus()
  dataLayer.startBackground({ deps, i18n, onCatalogueChanged: onChange })
  // the code of a product is on the device already: loaded in a quiet moment, it opens at once
  if (navigator.serviceWorker?.controller)
    whenIdle(() => void router.loadRouteChunk(router.routesByPath['/products/$id'])?.catch(() => undefined))
}
