import { Route } from 'workbox-routing'
import { cacheNames } from '../src/lib/cache-names.ts'
import { createStore } from './cache-store.ts'
import { shellCache } from './caches.ts'
import { mediaType } from './content-types.ts'
import { savedPicture } from './saved-pictures.ts'

declare const self: ServiceWorkerGlobalScope

/** How long a sharper picture is waited for while the thumbnail is at hand, ms. */
const patience = 3000

const seen = createStore(cacheNames.seen, { maxEntries: 120, maxAgeSeconds: 30 * 86_400 })

/** Pictures of products (content-addressed) and of the brand; both never change under their address. */
export function pictureRoutes(): Route[] {
  return [
    new Route(
      ({ url }) => /\/(images|brand)\//.test(url.pathname),
      async ({ url, event, request }) => {
        const address = url.origin + url.pathname
        const known = (await seen.get(address)) ?? (await savedPicture(address, 'same'))
        if (known) return known
        const network = fetchPicture(request, address)
        // the picture is kept also when the page did not wait for it
        event.waitUntil(network.catch(() => undefined))
        return (await withStandIn(network, address)) ?? network
      },
    ),
  ]
}

async function fetchPicture(request: Request, address: string): Promise<Response> {
  const response = await fetch(request)
  if (isPicture(response)) await seen.put(address, response.clone())
  return response
}

/** Only a picture of our own, whole: no error page, no redirect, nothing opaque. */
export function isPicture(response: Response): boolean {
  return response.status === 200 && !response.redirected && mediaType(response).startsWith('image/')
}

/** The same picture in another size or format when the network fails or dawdles; undefined when there is none. */
async function withStandIn(network: Promise<Response>, address: string): Promise<Response | undefined> {
  const timer = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
  const first = await Promise.race([network.catch(() => undefined), timer])
  if (first?.ok) return first
  return (await savedPicture(address, 'any')) ?? (await seenInAnotherSize(address))
}

async function seenInAnotherSize(address: string): Promise<Response | undefined> {
  const family = familyOf(address)
  const url = (await seen.urls()).find((candidate) => familyOf(candidate) === family)
  if (url !== undefined) return seen.get(url)
  // the smallest pictures of the brand came with the shell
  const shell = await self.caches.open(shellCache)
  const brand = (await shell.keys()).find((candidate) => familyOf(candidate.url.replace(/\?.*$/, '')) === family)
  return brand && shell.match(brand)
}

/** What is the same for all sizes of one picture: `/images/{hash}` or `/brand/{name}` without its width. */
function familyOf(address: string): string {
  return /\/images\//.test(address) ? address.replace(/\/[^/]*$/, '') : address.replace(/-\d+\.\w+$/, '')
}
