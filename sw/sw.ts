/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration'
import { Route, Router } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { parseToWorker, type ToWorker } from '../contract/sw-messages.ts'
import { isShops } from '../src/api/exchange.ts'
import { cacheNames } from '../src/lib/cache-names.ts'
import {
  addPictures,
  pictureRoute,
  removeSavedPictures,
  reportPictures,
  savePictures,
  stopSavingPictures,
} from './pictures.ts'
import {
  addDirectRoutes,
  deleteUnknownCaches,
  earlierChunksRoute,
  navigationRoute,
  precache,
  precacheRoute,
  saveEarlierChunks,
  saveEmptyStart,
  saveStartPage,
  startCache,
} from './precache.ts'
import { listenToPush } from './push-events.ts'
import { isOurs } from './rules.ts'
import { listenToNotifications, listenToSync, sendOutbox } from './sync-events.ts'
import { leave, left, untilLeft } from './worker-env.ts'

declare const self: ServiceWorkerGlobalScope

/** Public catalogue reads of other scripts: screens read the database and ask the server past every cache. */
const publicReadRoute = new Route(
  ({ url, request }) => request.cache === 'default' && /^\/api\/fish(es)?\//.test(url.pathname),
  new NetworkFirst({
    cacheName: cacheNames.reads,
    networkTimeoutSeconds: 3,
    fetchOptions: { signal: left },
    plugins: [
      {
        // a captive portal or a proxy is no answer, so that the cache gives the last one of the shop
        async fetchDidSucceed({ response }) {
          if (!isShops(response.headers)) throw new TypeError('Not an answer of the shop')
          return response
        },
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
      },
      new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 7 * 86_400, purgeOnQuotaError: true }),
    ],
  }),
)

const folder = () => new URL('./', self.location.href).pathname

/** The path below the app's folder: `p/0190…/hake`. */
const pathIn = (url: URL) => (url.pathname.startsWith(folder()) ? url.pathname.slice(folder().length) : '')

/** What a navigation asks the server for: its own pages, and what search engines read. */
const isServerPage = (url: URL) => /^(p(\/|$)|(o|legal)\/|sitemap\.xml$|robots\.txt$)/.test(pathIn(url))

/** The screen of the app that shows the same as the server's page; undefined for an offer's, which only the server has. */
function screenOf(url: URL): string | undefined {
  const [kind, id] = pathIn(url).split('/')
  if (kind === 'o') return undefined
  if (kind === 'legal') return `#/${id}`
  if (id) return `#/products/${id}`
  const keyword = url.searchParams.get('keyword')
  return keyword ? `#/products?keyword=${encodeURIComponent(keyword)}` : '#/products'
}

/** The server's pages come from the server. Without a connection the app shows what it has saved. */
const productPageRoute = new Route(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isServerPage(url),
  async ({ request, url }) => {
    const screen = screenOf(url)
    const answer = fetch(request)
    if (screen === undefined) return answer
    return answer.catch(() => Response.redirect(new URL(screen, new URL('./', self.location.href))))
  },
)

/*
 * What the worker answers, from the top:
 *   the app     its files, its page, the chunks of the previous version (precache.ts); most of these the browser takes from
 *               the caches without the worker (`addDirectRoutes`)
 *   pages       the server's own pages of products, from the server
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

// a new version waits until a page sends SKIP_WAITING
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

/** Handles the messages of pages and ignores all others. */
function listenToPages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const message = parseToWorker(event.data)
    // a failure needs no answer: the page reads from the database what was saved
    if (message) event.waitUntil(untilLeft(handle(worker, message)).catch(() => undefined))
  })
}

async function handle(worker: ServiceWorkerGlobalScope, message: ToWorker): Promise<unknown> {
  switch (message.kind) {
    case 'SAVE_START_PAGE':
      return saveStartPage(message.locale)
    case 'SKIP_WAITING':
      // pages send this only after the person has pressed Reload
      return worker.skipWaiting()
    case 'LEAVE':
      return leave()
    case 'PRODUCTS_CHANGED':
      return addPictures(message.ids)
    case 'SEND_OUTBOX':
      return sendOutbox()
    case 'SAVE_PICTURES':
      return savePictures()
    case 'STOP_SAVING_PICTURES':
      return stopSavingPictures()
    case 'REMOVE_PICTURES':
      return removeSavedPictures()
    case 'REPORT_PICTURES':
      return reportPictures()
  }
}
