import { Route } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

const folder = () => new URL('./', self.location.href).pathname

/** The path below the app's folder: `p/0190…/hake`. */
const pathIn = (url: URL) => (url.pathname.startsWith(folder()) ? url.pathname.slice(folder().length) : '')

/** What a navigation asks the server for: its own pages of products and what search engines read. */
export const isServerPage = (url: URL) => /^(p(\/|$)|sitemap\.xml$|robots\.txt$)/.test(pathIn(url))

/** The screen of the app that shows the product of the server's page, or the list. */
export function screenOf(url: URL): string {
  const [, id] = pathIn(url).split('/')
  if (id) return `#/products/${id}`
  const keyword = url.searchParams.get('keyword')
  return keyword ? `#/products?keyword=${encodeURIComponent(keyword)}` : '#/products'
}

/** The server's pages of products come from the server. Without a connection the app shows the saved product. */
export const productPageRoute = new Route(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isServerPage(url),
  async ({ request, url }) =>
    fetch(request).catch(() => Response.redirect(new URL(screenOf(url), new URL('./', self.location.href)))),
)
