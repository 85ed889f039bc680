import { i18n } from '@lingui/core'
import { newShop } from '../../contract/shop.ts'
import { embeddedShop } from '../first-paint/embedded-answers.ts'
import { isFirstScreen, mount } from '../first-paint/mount.tsx'
import { whenIdle } from '../ui/loading/when.ts'
import { App } from './app.tsx'
import type { DataLayer } from './data-layer.tsx'
import { followNavigation } from './focus.ts'
import { watchMenus } from './menus.ts'
import { createShopRouter } from './router.tsx'
import { keepTextsTrue } from './translated-texts.ts'

/** Makes the dependencies, renders the app and starts the background work. */
export async function startApp(dataLayer: DataLayer): Promise<void> {
  const { deps, session, shop: saved } = await dataLayer.makeDeps()
  const router = createShopRouter(deps)
  const given = embeddedShop()
  // hydration needs the settings that the server rendered with; other screens start with the newest
  const isGiven = given && (isFirstScreen() || !saved || given.version > saved.version)
  const shop = (isGiven ? given : saved) ?? newShop
  // what runs without a screen ends with the page
  const { signal } = new AbortController()
  // queued requests are sent even if rendering fails
  dataLayer.watchTriggers(deps, () => void router.load(), signal)
  keepTextsTrue(document.body)
  await mount(<App deps={deps} router={router} session={session} shop={shop} parts={dataLayer} />, router)
  followNavigation(router)
  watchMenus()
  dataLayer.startBackground({ deps, i18n, shopVersion: shop.version, signal })
  // the worker has cached the product screen's code: loading it when idle makes products open at once
  if (navigator.serviceWorker?.controller)
    whenIdle(() => void router.loadRouteChunk(router.routesByPath['/products/$id'])?.catch(() => undefined))
}
