import { ExpirationPlugin } from 'workbox-expiration'
import { Route } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { cacheNames } from '../src/lib/cache-names.ts'
import { within } from '../src/lib/cancel.ts'
import { left } from './leave.ts'
import { shellCache } from './precache.ts'
import { isPicture } from './rules.ts'
import { savedPicture } from './saved-pictures.ts'

declare const self: ServiceWorkerGlobalScope

/** How long to wait for a picture before another saved size is shown, ms. */
const networkTimeout = 3000

/** Pictures that were displayed. */
const seen = new CacheFirst({
  cacheName: cacheNames.seen,
  matchOptions: { ignoreVary: true, ignoreSearch: true },
  fetchOptions: { signal: left },
  plugins: [
    { cacheWillUpdate: async ({ response }) => (isPicture(response) ? response : null) },
    new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: 30 * 86_400, purgeOnQuotaError: true }),
  ],
})

/** Pictures of products and of the brand, whose content never changes under its address. */
export const pictureRoute = new Route(
  ({ url }) => /\/(images|brand)\//.test(url.pathname),
  async ({ url, event, request }) => {
    const address = url.origin + url.pathname
    const saved = await savedPicture(address, 'same')
    if (saved) return saved
    const answer = seen.handle({ request, event })
    const inTime = await within(networkTimeout, answer).catch(() => undefined)
    if (inTime?.ok) return inTime
    return (await similarPicture(address)) ?? answer.catch(placeholder)
  },
)

/** Replaces a picture that is not available. The page recognises it by its small size and draws its own. Never stored. */
function placeholder(): Response {
  const drawing = '<path d="M.3 1.5q1-1 2.6-.2l.8-.5v1.4l-.8-.5Q1.3 2.5.3 1.5" fill="#8a99a8"/>'
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">${drawing}</svg>`, { headers })
}

/** The same picture in another size or format; undefined when none is saved. */
async function similarPicture(address: string): Promise<Response | undefined> {
  const saved = await savedPicture(address, 'any')
  if (saved) return saved
  // the shell has the smallest pictures of the brand
  for (const name of [cacheNames.seen, shellCache]) {
    const cache = await self.caches.open(name)
    const other = (await cache.keys()).find(({ url }) => familyOf(url) === familyOf(address))
    const found = other && (await cache.match(other, { ignoreVary: true }))
    if (found) return found
  }
  return undefined
}

/** The part of the address that all sizes of a picture share: `/images/{hash}` or `/brand/{name}` without its width. */
function familyOf(address: string): string {
  const plain = address.replace(/\?.*$/, '')
  return /\/images\//.test(plain) ? plain.replace(/\/[^/]*$/, '') : plain.replace(/-\d+\.\w+$/, '')
}
