import { ExpirationPlugin } from 'workbox-expiration'
import { Route } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { cacheNames } from '../src/lib/cache-names.ts'
import { within } from '../src/lib/cancel.ts'
import { shellCache } from './precache.ts'
import { isPicture } from './rules.ts'
import { savedPicture } from './saved-pictures.ts'

declare const self: ServiceWorkerGlobalScope

/** How long a sharper picture is waited for while another size is at hand, ms. */
const networkTimeout = 3000

/** Pictures that were looked at. */
const seen = new CacheFirst({
  cacheName: cacheNames.seen,
  matchOptions: { ignoreVary: true, ignoreSearch: true },
  plugins: [
    { cacheWillUpdate: async ({ response }) => (isPicture(response) ? response : null) },
    new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: 30 * 86_400, purgeOnQuotaError: true }),
  ],
})

/** Pictures of products (content-addressed) and of the brand; both never change under their address. */
export const pictureRoute = new Route(
  ({ url }) => /\/(images|brand)\//.test(url.pathname),
  async ({ url, event, request }) => {
    const address = url.origin + url.pathname
    const saved = await savedPicture(address, 'same')
    if (saved) return saved
    const answer = seen.handle({ request, event })
    const inTime = await within(networkTimeout, answer).catch(() => undefined)
    if (inTime?.ok) return inTime
    return (await standIn(address)) ?? answer.catch(placeholder)
  },
)

/** In place of a picture that cannot be had: so small that the page tells it from a picture and draws its own. Never stored. */
function placeholder(): Response {
  const drawing = '<path d="M.3 1.5q1-1 2.6-.2l.8-.5v1.4l-.8-.5Q1.3 2.5.3 1.5" fill="#8a99a8"/>'
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">${drawing}</svg>`, { headers })
}

/** The same picture in another size or format; undefined when there is none. */
async function standIn(address: string): Promise<Response | undefined> {
  const saved = await savedPicture(address, 'any')
  if (saved) return saved
  // the smallest pictures of the brand came with the app itself
  for (const name of [cacheNames.seen, shellCache]) {
    const cache = await self.caches.open(name)
    const other = (await cache.keys()).find(({ url }) => familyOf(url) === familyOf(address))
    const found = other && (await cache.match(other, { ignoreVary: true }))
    if (found) return found
  }
  return undefined
}

/** What is the same for all sizes of one picture: `/images/{hash}` or `/brand/{name}` without its width. */
function familyOf(address: string): string {
  const plain = address.replace(/\?.*$/, '')
  return /\/images\//.test(plain) ? plain.replace(/\/[^/]*$/, '') : plain.replace(/-\d+\.\w+$/, '')
}
