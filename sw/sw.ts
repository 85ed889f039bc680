/// <reference lib="webworker" />
import { Router } from 'workbox-routing'
import { removeForeignCaches } from './caches.ts'
import { catalogueRoute, noteWrite } from './catalogue.ts'
import { isOurs } from './gate.ts'
import { pictureRoutes } from './images.ts'
import { listenToPages } from './messages.ts'
import { listenToNotifications, listenToSync } from './outbox-sync.ts'
import { installShell, shellRoutes } from './shell.ts'
import { startCache } from './start-page.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * What the worker does, from the top:
 *   shell       the app itself, saved whole at install; a new version waits until a page accepts it (messages: SKIP_WAITING).
 *               The browser takes most of it from the caches without asking the worker (direct-routes.ts)
 *   catalogue   public catalogue reads: from the saved catalogue or a page seen before, refreshed behind
 *   pictures    cache-first and limited; apart from them the thumbnails of the whole catalogue, when somebody asked
 *   outbox      Background Sync: what waits is sent although no page is open
 *   messages    what pages ask for
 * It leaves alone: every write, range requests, other origins, everything behind a token (gate.ts).
 */
const router = new Router()
for (const route of [...shellRoutes(), ...catalogueRoute(), ...pictureRoutes()]) router.registerRoute(route)

self.addEventListener('install', (event) => event.waitUntil(installShell(event)))

self.addEventListener('activate', (event) => {
  event.waitUntil(removeForeignCaches(startCache).then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  noteWrite(event.request)
  if (!isOurs(event.request, self.location.origin)) return
  const answer = router.handleRequest({ request: event.request, event })
  if (answer) event.respondWith(answer)
})

listenToPages(self)
listenToSync(self)
listenToNotifications(self)
