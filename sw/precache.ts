import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { Route } from 'workbox-routing'
import { cacheNames } from '../src/lib/cache-names.ts'
import { isWhatItsNameSays } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

/** The cache of the app itself; its entries carry their own revision. */
export const shellCache = 'shell-precache-v1'
/** The page of the app, without a screen in it. */
export const indexPage = new URL('index.html', self.location.href).href

/** The files of the build. Installing fails as a whole when a portal or a proxy answers in the place of one of them. */
export const precache = new PrecacheController({
  cacheName: shellCache,
  plugins: [
    { cacheWillUpdate: async ({ request, response }) => (isWhatItsNameSays(request.url, response) ? response : null) },
  ],
})
// the manifest is the shop's, and changes with its settings
const files = self.__WB_MANIFEST.filter((entry) => !JSON.stringify(entry).includes('.webmanifest'))
precache.addToCacheList(files)

/** Saved files; parameters that mean nothing to a file do not count. */
export const precacheRoute = new PrecacheRoute(precache, {
  ignoreURLParametersMatching: [/^(lng|fbclid|utm_.*)$/],
  // the app's own address is a navigation, answered by start-page.ts
  directoryIndex: '',
  cleanURLs: false,
})

/** The app's page; fetched when the browser has evicted it. */
export async function appPage(): Promise<Response> {
  return (await precache.matchPrecache(indexPage)) ?? fetch(indexPage)
}

/** The chunks of the version before, for tabs that still run it. Others are a 504 without a connection: a rejection would be logged. */
export const earlierChunksRoute = new Route(
  ({ url }) => url.pathname.includes('/assets/'),
  async ({ request }) =>
    (await self.caches.match(request, { cacheName: cacheNames.earlier })) ??
    fetch(request).catch(() => new Response(null, { status: 504 })),
)

/**
 * Copies the chunks that the version before has and this one has not, before Workbox deletes them: a tab that still runs
 * it must be able to go on, also without a connection. Those of the version before that are dropped.
 */
export async function saveEarlierChunks(): Promise<void> {
  const current = new Set(precache.getURLsToCacheKeys().values())
  const cache = await self.caches.open(shellCache)
  const chunks = (await cache.keys()).filter(({ url }) => !current.has(url) && url.includes('/assets/'))
  if (chunks.length === 0) return
  await self.caches.delete(cacheNames.earlier)
  const earlier = await self.caches.open(cacheNames.earlier)
  for (const request of chunks) {
    const chunk = await cache.match(request)
    if (chunk) await earlier.put(request, chunk)
  }
}

/** Deletes every cache but the current ones and `others`: those of older versions. IndexedDB is never touched. */
export async function deleteUnknownCaches(...others: string[]): Promise<void> {
  const ours: string[] = [...Object.values(cacheNames), shellCache, ...others]
  const names = await self.caches.keys()
  await Promise.all(names.filter((name) => !ours.includes(name)).map((name) => self.caches.delete(name)))
}
