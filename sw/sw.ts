/// <reference lib="webworker" />
import { Router } from 'workbox-routing'
import { addDirectRoutes } from './direct-routes.ts'
import { untilLeft } from './leave.ts'
import { listenToPages } from './messages.ts'
import { pictureRoute } from './pictures.ts'
import { deleteUnknownCaches, earlierChunksRoute, precache, precacheRoute, saveEarlierChunks } from './precache.ts'
import { productPageRoute } from './product-page-route.ts'
import { publicReadRoute } from './public-reads.ts'
import { listenToPush } from './push-events.ts'
import { isOurs } from './rules.ts'
import { navigationRoute, saveEmptyStart, startCache } from './start-page.ts'
import { listenToNotifications, listenToSync } from './sync-events.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * What the worker answers, from the top:
 *   the app     its files (precache.ts), its page (start-page.ts), the chunks of the previous version. The browser takes
 *               most of these from the caches without the worker (direct-routes.ts)
 *   pages       the server's own pages of products, from the server (product-pages.ts)
 *   catalogue   public catalogue reads of other scripts, from the network, else as they came last
 *   pictures    cache first, limited in number and age; thumbnails of the whole catalogue are saved separately
 * It ignores writes, range requests, other origins, and all requests with a token (rules.ts).
 */
const router = new Router()
for (const route of [
  precacheRoute,
  productPageRoute,
  navigationRoute,
  earlierChunksRoute,
  publicReadRoute,
  pictureRoute,
])
  router.registerRoute(route)

// a new version waits until a page sends SKIP_WAITING (messages.ts)
self.addEventListener('install', (event) => {
  // the worker also works without these rules
  const rules = addDirectRoutes(event).catch(() => undefined)
  event.waitUntil(Promise.all([rules, precache.install(event)]).then(saveEmptyStart))
})

self.addEventListener('activate', (event) => {
  const clean = async () => {
    await saveEarlierChunks()
    await precache.activate(event)
    await deleteUnknownCaches(startCache)
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

self.addEventListener('fetch', (event) => {
  if (!isOurs(event.request, self.location.origin)) return
  const answer = router.handleRequest({ request: event.request, event })
  if (answer) event.respondWith(untilLeft(answer))
})

// messages of pages; Background Sync, which sends outbox and files while no page is open; push messages; clicks on notifications
listenToPages(self)
listenToSync(self)
listenToPush(self)
listenToNotifications(self)
