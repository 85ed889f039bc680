import { i18n } from '@lingui/core'
import { App } from './app/app.tsx'
import { followNavigation } from './app/focus.ts'
import { watchMenus } from './app/menus.ts'
import { createShopRouter } from './app/router.tsx'
import { mount } from './first-paint/mount.tsx'
import { startLocale } from './i18n/locale.ts'
import { whenIdle } from './ui/when-idle.ts'

// the data layer is a file of its own: the boot script loads it beside the shell
const [{ dataLayer }] = await Promise.all([import('./app/data-layer.ts'), startLocale()])
const { deps, session } = await dataLayer.makeDeps()
const router = createShopRouter(deps)
const onChange = () => void router.invalidate()
// requests that wait are sent whatever becomes of the screen
dataLayer.watchTriggers(deps, onChange)
await mount(<App deps={deps} router={router} session={session} parts={dataLayer} />, router)
followNavigation(router)
watchMenus()
dataLayer.startBackground({ deps, i18n, onCatalogueChanged: onChange })
// the code of a product lies on the device already: made ready in a quiet moment, it opens at once
if (navigator.serviceWorker?.controller)
  whenIdle(() => void router.loadRouteChunk(router.routesByPath['/products/$id'])?.catch(() => undefined))
