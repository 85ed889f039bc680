import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, Route } from 'workbox-routing'
import type { Locale } from '../contract/locales.ts'
import { cacheNames } from '../src/lib/cache-names.ts'
import { homeHash } from '../src/lib/search-params.ts'
import { isWhatItsNameSays } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

/** The cache of the app's own files, which carry their revision. */
export const shellCache = 'shell-precache-v1'
/** The page of the app, without a first screen. */
const indexPage = new URL('index.html', self.location.href).href

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
  // the app's own address is a navigation
  directoryIndex: '',
  cleanURLs: false,
})

/** The app's page, from the network when the browser has evicted it. */
export const appPage = async (): Promise<Response> => (await precache.matchPrecache(indexPage)) ?? fetch(indexPage)

/** The chunks of the previous version, for tabs that still run it. Others give 504 offline, since rejections are logged. */
export const earlierChunksRoute = new Route(
  ({ url }) => url.pathname.includes('/assets/'),
  async ({ request }) =>
    (await self.caches.match(request)) ?? fetch(request).catch(() => new Response(null, { status: 504 })),
)

/** Saves the chunks of the previous version before Workbox deletes them: tabs that still run it must go on, also offline. */
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

/*
 * The page at the start of the app: at first the app's page without a first screen, later the home page as the server sends it.
 * It is the only entry of its cache, under the app's address, so that the browser finds it without starting the worker
 * (`addDirectRoutes`).
 */

/** Each version of the app has its own cache, which is deleted when the next version becomes active. */
export const startCache = `start-${precache.getCacheKeyForURL(indexPage)?.split('=').at(-1)}`
/** The address of the app: the worker's folder. */
const address = () => new URL('./', self.location.href).href

const put = async (page: Response) => (await self.caches.open(startCache)).put(address(), page)

/** The page for a start of the app; undefined when the browser has evicted it. */
const startPage = async (): Promise<Response | undefined> => (await self.caches.open(startCache)).match(address())

/** Every navigation gets the app's page. */
export const navigationRoute = new NavigationRoute(
  async ({ url }) => (homeHash.test(url.hash) ? await startPage() : undefined) ?? appPage(),
  { denylist: [/^\/api\//, /^\/images\//, /^\/metrics/] },
)

/** Saves the page without a first screen, where no start page is saved yet. */
export async function saveEmptyStart(): Promise<void> {
  if (!(await startPage())) await put(await appPage())
}

/** The entry script of a page, whose name identifies the version. */
const entryOf = (html: string) => /assets\/index-[\w-]+\.js/.exec(html)?.[0]

/** Saves the home page as the server sends it. One of another version is not saved; a page in another language makes place for the empty one. */
export async function saveStartPage(locale: Locale): Promise<void> {
  const emptyPage = await appPage()
  const languageAttribute = `data-first="${locale}"`
  const address = new URL(`./?lng=${locale}`, self.location.href)
  const answer = await fetch(address, { cache: 'no-cache' }).catch(() => undefined)
  const html = (await answer?.text()) ?? ''
  if (answer?.ok && html.includes(languageAttribute) && entryOf(html) === entryOf(await emptyPage.clone().text())) {
    const headers = new Headers(answer.headers)
    // the text is stored decoded, for requests with any headers
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) headers.delete(name)
    await put(new Response(html, { headers }))
  } else if (!(await (await startPage())?.text())?.includes(languageAttribute)) await put(emptyPage)
}

/** The Static Routing API, which not every browser has: https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes */
interface Condition {
  urlPattern?: { pathname: string; search?: string }
  requestMode?: RequestMode
  or?: Condition[]
}
interface Rule {
  condition: Condition
  source: { cacheName: string } | 'fetch-event'
}
type Installing = ExtendableEvent & { addRoutes?: (rules: Rule[]) => Promise<void> }

/** Lets the browser answer the app's start and chunks from the caches without starting the worker, which takes the other navigations. */
export async function addDirectRoutes(event: Installing): Promise<void> {
  const { pathname } = new URL('./', self.location.href)
  const chunks = precache.getCachedURLs().filter((url) => url.includes('/assets/'))
  const files = chunks.map((url) => ({
    urlPattern: { pathname: new URL(url, self.location.href).pathname, search: '' },
  }))
  const start = { urlPattern: { pathname, search: '' }, requestMode: 'navigate' } as const
  await event.addRoutes?.([
    { condition: { or: files }, source: { cacheName: shellCache } },
    { condition: start, source: { cacheName: startCache } },
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
  ])
}
