/// <reference lib="webworker" />
import { Route, Router } from 'workbox-routing'
import { answerCatalogueRead, isCatalogueRead, noteChange, refreshBehind } from './catalogue.ts'
import { db } from './deps.ts'
import { addDirectRoutes } from './direct-routes.ts'
import { listenToPages } from './messages.ts'
import { answerOrderRead, isOrderRead } from './orders.ts'
import { listenToNotifications, listenToSync } from './outbox-sync.ts'
import { pictureRoute } from './pictures.ts'
import { deleteUnknownCaches, earlierChunksRoute, precache, precacheRoute, saveEarlierChunks } from './precache.ts'
import { listenToPush } from './push.ts'
import { isOurs } from './rules.ts'
import { navigationRoute, saveEmptyStart, startCache } from './start-page.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * What the worker answers, from the top:
 *   the app     its files (precache.ts), its page (start-page.ts), the chunks of the version before. The browser takes
 *               most of it from the caches without asking the worker (direct-routes.ts)
 *   catalogue   public catalogue reads, from the saved catalogue (src/catalogue)
 *   pictures    cache first, limited in number and age; apart from them the thumbnails of the whole catalogue
 *   orders      from the server; without an answer, as they are saved for the user of the token (src/orders)
 * It leaves alone: every write, range requests, other origins, everything else behind a token (rules.ts).
 */
const router = new Router()
const catalogueRoute = new Route(isCatalogueRead, ({ request }) => answerCatalogueRead(request))
for (const route of [precacheRoute, navigationRoute, earlierChunksRoute, catalogueRoute, pictureRoute])
  router.registerRoute(route)

// a new version waits until a page accepts it (messages.ts: SKIP_WAITING)
self.addEventListener('install', (event) => {
  // a browser that does not take the rules goes on without them
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
  if (isOrderRead(event.request, self.location.origin)) {
    event.respondWith(answerOrderRead(event.request, db))
    return
  }
  noteChange(event.request)
  if (!isOurs(event.request, self.location.origin)) return
  refreshBehind(event)
  const answer = router.handleRequest({ request: event.request, event })
  if (answer) event.respondWith(answer)
})

// what pages ask for; Background Sync, which sends the outbox although no page is open; push messages; presses on notifications
listenToPages(self)
listenToSync(self)
listenToPush(self)
listenToNotifications(self)
