import { ExpirationPlugin } from 'workbox-expiration'
import { Route } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { isShops } from '../src/api/exchange.ts'
import { cacheNames } from '../src/lib/cache-names.ts'
import { left } from './worker-env.ts'

/** Public catalogue reads of other scripts: screens read the database and ask the server past every cache. */
export const publicReadRoute = new Route(
  ({ url, request }) => request.cache === 'default' && /^\/api\/fish(es)?\//.test(url.pathname),
  new NetworkFirst({
    cacheName: cacheNames.reads,
    networkTimeoutSeconds: 3,
    fetchOptions: { signal: left },
    plugins: [
      {
        // a captive portal or a proxy is no answer, so that the cache gives the last one of the shop
        async fetchDidSucceed({ response }) {
          if (!isShops(response.headers)) throw new TypeError('Not an answer of the shop')
          return response
        },
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
      },
      new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 7 * 86_400, purgeOnQuotaError: true }),
    ],
  }),
)

declare const self: ServiceWorkerGlobalScope

const folder = () => new URL('./', self.location.href).pathname

/** The path below the app's folder: `p/0190…/hake`. */
const pathIn = (url: URL) => (url.pathname.startsWith(folder()) ? url.pathname.slice(folder().length) : '')

/** What a navigation asks the server for: its own pages, and what search engines read. */
const isServerPage = (url: URL) => /^(p(\/|$)|(o|legal)\/|sitemap\.xml$|robots\.txt$)/.test(pathIn(url))

/** The screen of the app that shows the same as the server's page; undefined for an offer's, which only the server has. */
export function screenOf(url: URL): string | undefined {
  const [kind, id] = pathIn(url).split('/')
  if (kind === 'o') return undefined
  if (kind === 'legal') return `#/${id}`
  if (id) return `#/products/${id}`
  const keyword = url.searchParams.get('keyword')
  return keyword ? `#/products?keyword=${encodeURIComponent(keyword)}` : '#/products'
}

/** The server's pages come from the server. Without a connection the app shows what it has saved. */
export const productPageRoute = new Route(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isServerPage(url),
  async ({ request, url }) => {
    const screen = screenOf(url)
    const answer = fetch(request)
    if (screen === undefined) return answer
    return answer.catch(() => Response.redirect(new URL(screen, new URL('./', self.location.href))))
  },
)
