import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { Route } from 'workbox-routing'
import { cacheNames } from '../src/lib/cache-names.ts'
import { isWhatItsNameSays } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

/** The cache of the app's own files, which carry their revision. */
export const shellCache = 'shell-precache-v1'
/** The page of the app, without a first screen. */
export const indexPage = new URL('index.html', self.location.href).href

/** The files of the build. The installation fails when a captive portal or a proxy answers for one of them. */
export const precache = new PrecacheController({
  cacheName: shellCache,
  plugins: [
    { cacheWillUpdate: async ({ request, response }) => (isWhatItsNameSays(request.url, response) ? response : null) },
  ],
})
// without the manifest, which changes with the settings of the shop
const files = self.__WB_MANIFEST.filter((entry) => !JSON.stringify(entry).includes('.webmanifest'))
precache.addToCacheList(files)

/** Serves the saved files and ignores parameters that mean nothing to a file. */
export const precacheRoute = new PrecacheRoute(precache, {
  ignoreURLParametersMatching: [/^(lng|fbclid|utm_.*)$/],
  // the app's own address is a navigation, answered by start-page.ts
  directoryIndex: '',
  cleanURLs: false,
})

/** The app's page, from the network when the browser has evicted it. */
export async function appPage(): Promise<Response> {
  return (await precache.matchPrecache(indexPage)) ?? fetch(indexPage)
}

/** The chunks of the previous version, for tabs that still run it, and those of `cacheNames.late`. Others give 504 offline, since rejections are logged. */
export const earlierChunksRoute = new Route(
  ({ url }) => url.pathname.includes('/assets/'),
  async ({ request }) =>
    (await self.caches.match(request)) ?? fetch(request).catch(() => new Response(null, { status: 504 })),
)

/**
 * Saves the chunks that only the previous version has, before Workbox deletes them: tabs that still run it must go on working,
 * also offline. Chunks of older versions are deleted.
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

/** Deletes the caches of older versions: all but the current ones and `others`. Never touches IndexedDB. */
export async function deleteUnknownCaches(...others: string[]): Promise<void> {
  const ours: string[] = [...Object.values(cacheNames), shellCache, ...others]
  const names = await self.caches.keys()
  await Promise.all(names.filter((name) => !ours.includes(name)).map((name) => self.caches.delete(name)))
}
