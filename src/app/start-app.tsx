import { i18n } from '@lingui/core'
import { mount } from '../first-paint/mount.tsx'
import { whenIdle } from '../ui/when.ts'
import { App } from './app.tsx'
import type { DataLayer } from './data-layer.tsx'
import { followNavigation } from './focus.ts'
import { watchMenus } from './menus.ts'
import { createShopRouter } from './router.tsx'

/** Makes the dependencies, renders the app, and starts what has no screen. */
export async function startApp(dataLayer: DataLayer): Promise<void> {
  const { deps, session } = await dataLayer.makeDeps()
  const router = createShopRouter(deps)
  const onChange = () => void router.invalidate()
  // requests that wait are sent whatever becomes of the screen
  dataLayer.watchTriggers(deps, onChange)
  await mount(<App deps={deps} router={router} session={session} parts={dataLayer} />, router)
  followNavigation(router)
  watchMenus()
  dataLayer.startBackground({ deps, i18n, onCatalogueChanged: onChange })
  // the code of a product is on the device already: loaded in a quiet moment, it opens at once
  if (navigator.serviceWorker?.controller)
    whenIdle(() => void router.loadRouteChunk(router.routesByPath['/products/$id'])?.catch(() => undefined))
}
