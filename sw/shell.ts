import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, Route } from 'workbox-routing'
import { cacheNames, shellCache } from './caches.ts'
import { isWhatItsNameSays } from './content-types.ts'

declare const self: ServiceWorkerGlobalScope

const shell = new PrecacheController({
  cacheName: shellCache,
  plugins: [
    {
      // null makes the install fail: the version before stays in charge, and what came well is kept for the next try
      cacheWillUpdate: async ({ request, response }) => (isWhatItsNameSays(request.url, response) ? response : null),
    },
  ],
})
shell.addToCacheList(self.__WB_MANIFEST)

/** Saves the page, all its chunks and languages. Fails as a whole when one of them does not come as it should. */
export function installShell(event: ExtendableEvent): Promise<unknown> {
  return shell.install(event)
}

self.addEventListener('activate', (event) => {
  event.waitUntil(keepEarlierChunks().then(() => shell.activate(event)))
})

/**
 * Sets the chunks aside that the version before has and this one has not: a tab that still runs it must be able to go on,
 * also without a connection. Those of the version before that are dropped.
 */
async function keepEarlierChunks(): Promise<void> {
  const current = new Set(shell.getURLsToCacheKeys().values())
  const cache = await self.caches.open(shellCache)
  const leaving = (await cache.keys()).filter(
    ({ url }) => !current.has(url) && new URL(url).pathname.includes('/assets/'),
  )
  if (leaving.length === 0) return
  await self.caches.delete(cacheNames.earlier)
  const earlier = await self.caches.open(cacheNames.earlier)
  for (const request of leaving) {
    const chunk = await cache.match(request)
    if (chunk) await earlier.put(request, chunk)
  }
}

/** Precached files, the one page for every navigation inside the app, and the chunks of the version before. */
export function shellRoutes(): Route[] {
  return [
    new PrecacheRoute(shell, { ignoreURLParametersMatching: [/^lng$/, /^utm_/, /^fbclid$/] }),
    new NavigationRoute(shell.createHandlerBoundToURL('index.html'), {
      denylist: [/^\/api\//, /^\/images\//, /^\/metrics/],
    }),
    new Route(
      ({ url }) => url.pathname.includes('/assets/'),
      async ({ request }) => (await self.caches.match(request, { cacheName: cacheNames.earlier })) ?? fetch(request),
    ),
  ]
}
