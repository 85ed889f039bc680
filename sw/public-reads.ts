import { ExpirationPlugin } from 'workbox-expiration'
import { Route } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { cacheNames } from '../src/lib/cache-names.ts'
import { left } from './leave.ts'
import { isShops } from './rules.ts'

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
          if (!isShops(response)) throw new TypeError('Not an answer of the shop')
          return response
        },
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
      },
      new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 7 * 86_400, purgeOnQuotaError: true }),
    ],
  }),
)
