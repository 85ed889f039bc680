import { precache, shellCache } from './precache.ts'
import { startCache } from './start-page.ts'

declare const self: ServiceWorkerGlobalScope

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

/**
 * Lets the browser answer the start of the app and the chunks of this version from the caches, without starting the worker.
 * Other navigations are the worker's, by a rule of their own: without it browsers also ask the network while the worker
 * starts. Where the browser has no such rules, the worker answers everything.
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
