import { precache, shellCache } from './precache.ts'
import { startCache } from './start-page.ts'

declare const self: ServiceWorkerGlobalScope

/** Of the Service Worker Static Routing API, which not every browser has: https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes */
interface Condition {
  urlPattern?: URLPatternInit
  requestMode?: RequestMode
  or?: Condition[]
}
interface URLPatternInit {
  pathname: string
  search?: string
}
interface Rule {
  condition: Condition
  source: { cacheName: string } | 'fetch-event'
}
type Installing = ExtendableEvent & { addRoutes?: (rules: Rule[]) => Promise<void> }

/**
 * What the browser may take from the caches by itself, without starting the worker and waiting for it: the start of the
 * app, and the chunks of this version. Every other navigation is the worker's: unless this is said, browsers ask the
 * network beside a worker that is not awake yet. The worker answers all of it itself where the browser has no such rules.
 */
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
