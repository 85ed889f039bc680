// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'
import { cacheNames } from '../../../src/lib/cache-names.ts'

const origin = 'https://shop.example'
const folder = `/images/${'01234567'.repeat(8)}`
const picture = `${origin}${folder}/320.webp`

/** A cache that holds what is put into it. */
class FakeCache {
  readonly held = new Map<string, Response>()
  readonly addressOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  match = async (request: RequestInfo) => this.held.get(this.addressOf(request))?.clone()
  keys = async () => [...this.held.keys()].map((url) => new Request(url))
  delete = async (request: RequestInfo) => this.held.delete(this.addressOf(request))
  put = async (request: RequestInfo, response: Response) => {
    this.held.set(this.addressOf(request), response)
  }
}
const all = new Map<string, FakeCache>()
const open = (name: string) => all.get(name) ?? all.set(name, new FakeCache()).get(name)
const caches = {
  has: async (name: string) => all.has(name),
  open: async (name: string) => open(name),
  match: async (request: RequestInfo, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
    all.get(cacheName)?.match(request),
}

vi.mock('workbox-expiration', () => ({ ExpirationPlugin: class {} }))
vi.mock('../../../sw/worker-env.ts', () => ({
  db: {},
  left: new AbortController().signal,
  tellPages: async () => undefined,
}))
vi.mock('../../../sw/precache.ts', () => ({ shellCache: 'shell' }))
vi.mock('../../../src/db/products.ts', () => ({
  getFishes: async () => [{ _id: '1', image: `${folder}/640.webp` }],
}))

vi.stubGlobal('self', Object.assign(globalThis, { caches, location: new URL(origin) }))
/** The worker's event; Node has none. */
class WorkerEvent extends Event {}
vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
for (const name of ['FetchEvent', 'ExtendableEvent']) vi.stubGlobal(name, WorkerEvent)
/** Not by `import`: the types of workers and of the tests' pages conflict. */
const { pictureRoute } = await vi.importActual<{
  pictureRoute: { handler: { handle(given: object): Promise<Response> } }
}>('../../../sw/pictures.ts')
const { addPictures, savePictures } = await vi.importActual<{
  addPictures(ids: readonly string[]): Promise<void>
  savePictures(): Promise<void>
}>('../../../sw/pictures.ts')

let answer: () => Response
const html = () => new Response('<h1>Please log in</h1>', { headers: { 'content-type': 'text/html' } })
const webp = () => new Response('picture', { headers: { 'content-type': 'image/webp' } })
vi.stubGlobal('fetch', async () => answer())

async function show(): Promise<void> {
  const work: Promise<unknown>[] = []
  const request = new Request(picture)
  const event = Object.assign(new WorkerEvent('fetch'), {
    request,
    waitUntil: (more: Promise<unknown>) => work.push(more),
  })
  await pictureRoute.handler.handle({ url: new URL(picture), event, request })
  await Promise.all(work)
}

beforeEach(() => all.clear())

test.each([
  ['a displayed picture', cacheNames.seen, show],
  ['a thumbnail saved for offline', cacheNames.saved, savePictures],
  ['the thumbnail of a new product', cacheNames.saved, () => addPictures(['1'])],
])('%s is saved, and not the page that a portal sends in its place', async (_what, name, act) => {
  open(cacheNames.saved)
  answer = html
  await act()
  expect([...(all.get(name)?.held.keys() ?? [])]).toEqual([])
  answer = webp
  await act()
  expect([...(all.get(name)?.held.keys() ?? [])]).toEqual([picture])
})
