import { ExpirationPlugin } from 'workbox-expiration'
import { Route } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { type PictureFormat, pictureFormats, pictureUrl } from '../contract/picture.ts'
import { getFishes } from '../src/db/products.ts'
import { cacheNames } from '../src/lib/cache-names.ts'
import { within } from '../src/lib/cancel.ts'
import { shellCache } from './precache.ts'
import { isPicture } from './rules.ts'
import { db, left, tellPages } from './worker-env.ts'

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

/** Replaces a picture that is not available, and is never stored. The page recognises it by its small size and draws its own. */
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

/** Parallel requests: enough to use a slow connection, few enough to leave room for what the person does. */
const parallel = 4
/** Progress is reported at most this often, ms. */
const reportInterval = 250

let running: AbortController | undefined

/** A saved thumbnail: at exactly this address, or with `any` of the same picture in any format. */
async function savedPicture(address: string, match: 'same' | 'any'): Promise<Response | undefined> {
  if (!(await self.caches.has(cacheNames.saved))) return undefined
  const cache = await self.caches.open(cacheNames.saved)
  const folder = address.replace(/\/[^/]*$/, '')
  const wanted = match === 'same' ? [address] : pictureFormats.map((format) => `${folder}/320.${format}`)
  for (const url of wanted) {
    const found = await cache.match(url, { ignoreVary: true })
    if (found) return found
  }
  return undefined
}

/** Fetches missing thumbnails, deletes those of removed products, and reports the progress to the pages. */
export async function savePictures(): Promise<void> {
  if (running) return
  const stop = new AbortController()
  running = stop
  try {
    await saveAll(await thumbnails(), stop.signal)
  } finally {
    running = undefined
  }
}

export function stopSavingPictures(): void {
  running?.abort()
}

export async function removeSavedPictures(): Promise<void> {
  stopSavingPictures()
  await self.caches.delete(cacheNames.saved)
  await reportPictures()
}

/** Reports to the pages how many thumbnails are saved. While they are being fetched, `savePictures` reports. */
export async function reportPictures(): Promise<void> {
  if (running) return
  const wanted = await thumbnails()
  // `open` would create the cache, whose existence means that the person wants all thumbnails
  const cache = (await self.caches.has(cacheNames.saved)) ? await self.caches.open(cacheNames.saved) : undefined
  let [done, bytes] = [0, 0]
  for (const url of cache ? wanted : []) {
    const size = cache && (await savedSize(cache, url))
    if (size === undefined) continue
    done += 1
    bytes += size
  }
  await tellPages({ kind: 'PICTURES_SAVED', done, of: wanted.length, bytes, finished: true })
}

/** Fetches the thumbnails of these products too, where the person has asked for all of them. */
export async function addPictures(ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !(await self.caches.has(cacheNames.saved))) return
  const wanted = await thumbnails(ids)
  const cache = await self.caches.open(cacheNames.saved)
  for (const url of wanted) if (!(await cache.match(url))) await fetchInto(cache, url).catch(() => 0)
}

async function thumbnails(ids?: readonly string[]): Promise<string[]> {
  const format = await preferredFormat()
  const fishes = (await getFishes(db)).filter(({ _id }) => ids?.includes(_id) ?? true)
  const urls = fishes.flatMap(({ image }) => {
    const path = pictureUrl(image, 320, format) ?? (image.startsWith('/images/') ? image : undefined)
    return path === undefined ? [] : [new URL(path, self.location.origin).href]
  })
  return [...new Set(urls)].filter((url) => url.startsWith(self.location.origin))
}

async function saveAll(wanted: readonly string[], signal: AbortSignal): Promise<void> {
  const cache = await self.caches.open(cacheNames.saved)
  const have = new Set((await cache.keys()).map(({ url }) => url))
  for (const url of have) if (!wanted.includes(url)) await cache.delete(url)
  let [done, bytes, reportedAt] = [0, 0, 0]
  const report = (finished: boolean) => tellPages({ kind: 'PICTURES_SAVED', done, of: wanted.length, bytes, finished })
  const queue = [...wanted]
  const fetchNext = async () => {
    for (let url = queue.shift(); url !== undefined && !signal.aborted; url = queue.shift()) {
      const size = have.has(url)
        ? await savedSize(cache, url)
        : await fetchInto(cache, url, signal).catch(() => undefined)
      if (size === undefined) continue
      done += 1
      bytes += size
      if (Date.now() - reportedAt < reportInterval) continue
      reportedAt = Date.now()
      await report(false)
    }
  }
  await Promise.all(Array.from({ length: parallel }, fetchNext))
  await report(true)
}

/** Bytes of a saved picture; undefined when it is not saved. */
async function savedSize(cache: Cache, url: string): Promise<number | undefined> {
  const found = await cache.match(url)
  const length = Number(found?.headers.get('content-length') ?? Number.NaN)
  return found && Number.isNaN(length) ? (await found.blob()).size : found && length
}

/** Fetches and saves a picture and returns its bytes. Throws without an answer, for a non-picture, or on a full disk. */
async function fetchInto(cache: Cache, url: string, signal?: AbortSignal): Promise<number> {
  const response = await fetch(url, signal ? { signal } : {})
  if (!isPicture(response)) throw new TypeError(`No picture at ${url}`)
  const body = await response.blob()
  await cache.put(url, new Response(body, { headers: response.headers }))
  return body.size
}

/** One black pixel in AVIF. */
const pixel =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAA' +
  'AAAA+gABAAAAAAAAAB4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAA' +
  'ABRpc3BlAAAAAAAAAAEAAAABAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAmbWRhdBIACgc4AAaQENBpMhEf8mKE7///8WfgAJA1jjx+3A=='

/** The format that pages request in this browser: AVIF where it can be decoded, else WebP. */
async function preferredFormat(): Promise<PictureFormat> {
  try {
    const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/avif' }))
    bitmap.close()
    return 'avif'
  } catch {
    // the browser cannot decode AVIF
    return 'webp'
  }
}
