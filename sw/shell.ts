import { NavigationRoute, Route } from 'workbox-routing'
import { cacheNames } from '../src/lib/cache-names.ts'
import { homeHash } from '../src/lib/home-address.ts'
import { builtFiles, indexPage } from './built-files.ts'
import { shellCache } from './caches.ts'
import { isWhatItsNameSays } from './content-types.ts'
import { addDirectRoutes } from './direct-routes.ts'
import { keepStart, startPage } from './start-page.ts'

declare const self: ServiceWorkerGlobalScope

/** Files on their way at once: one by one each would cost a round trip, all at once would starve the page. */
const lanes = 4
/** Parameters that mean nothing to a file. */
const ignored = /^(lng|fbclid|utm_.*)$/

const open = () => self.caches.open(shellCache)

/** Fetches a file into the cache. Throws for anything but the file itself: portals and proxies answer with pages. */
async function fetchInto(cache: Cache, url: string, key: string): Promise<Response> {
  // the address of a chunk changes with its content: the copy that the page fetched will do
  const response = await fetch(url, { cache: key === url ? 'default' : 'reload', credentials: 'same-origin' })
  if (!isWhatItsNameSays(url, response)) throw new TypeError(`Not the file that was asked for: ${url}`)
  await cache.put(key, response.clone())
  return response
}

/**
 * Saves the page, all its chunks and languages. Fails as a whole when one of them does not come as it should: then the
 * version before stays in charge, and what came well is kept for the next try.
 */
export async function installShell(event: ExtendableEvent): Promise<void> {
  const cache = await open()
  const queue = [...builtFiles]
  const chunks = [...builtFiles.keys()].filter((url) => url.includes('/assets/'))
  // a browser that does not take the rules goes on without them
  await addDirectRoutes(event, chunks).catch(() => undefined)
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (!(await cache.match(next[1]))) await fetchInto(cache, ...next)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await keepStart(await savedPage())
}

self.addEventListener('activate', (event) => {
  event.waitUntil(leaveEarlierVersion())
})

/**
 * Sets the chunks aside that the version before has and this one has not: a tab that still runs it must be able to go on,
 * also without a connection. Those of the version before that are dropped.
 */
async function leaveEarlierVersion(): Promise<void> {
  const current = new Set(builtFiles.values())
  const cache = await open()
  const leaving = (await cache.keys()).filter(({ url }) => !current.has(url))
  const chunks = leaving.filter(({ url }) => new URL(url).pathname.includes('/assets/'))
  if (chunks.length > 0) {
    await self.caches.delete(cacheNames.earlier)
    const earlier = await self.caches.open(cacheNames.earlier)
    for (const request of chunks) {
      const chunk = await cache.match(request)
      if (chunk) await earlier.put(request, chunk)
    }
  }
  for (const request of leaving) await cache.delete(request)
}

/** The address of a file of this version that a request means; undefined for everything else. */
function fileOf(url: URL): string | undefined {
  const plain = new URL(url)
  plain.hash = ''
  for (const name of [...plain.searchParams.keys()]) if (ignored.test(name)) plain.searchParams.delete(name)
  return builtFiles.has(plain.href) ? plain.href : undefined
}

/** A saved file; when the browser dropped it behind our back the network gives it again. */
async function savedFile(url: string): Promise<Response> {
  const cache = await open()
  const key = builtFiles.get(url) ?? url
  return (await cache.match(key)) ?? fetchInto(cache, url, key)
}

/** The shell's page, with no screen in it. */
export function savedPage(): Promise<Response> {
  return savedFile(indexPage)
}

/** Saved files, the one page for every navigation inside the app, and the chunks of the version before. */
export function shellRoutes(): Route[] {
  return [
    new Route(
      ({ url }) => fileOf(url) !== undefined,
      ({ url }) => savedFile(fileOf(url) ?? url.href),
    ),
    new NavigationRoute(async ({ url }) => (homeHash.test(url.hash) ? await startPage() : undefined) ?? savedPage(), {
      denylist: [/^\/api\//, /^\/images\//, /^\/metrics/],
    }),
    new Route(
      ({ url }) => url.pathname.includes('/assets/'),
      async ({ request }) => (await self.caches.match(request, { cacheName: cacheNames.earlier })) ?? fetch(request),
    ),
  ]
}
