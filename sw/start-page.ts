import { NavigationRoute } from 'workbox-routing'
import type { Locale } from '../contract/locales.ts'
import { homeHash } from '../src/lib/home-address.ts'
import { appPage, indexPage, precache } from './precache.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * The page that a start of the app is answered with: at first the app's page with no screen in it, later the home page as
 * the server sends it. A cache of its own, with one entry under the app's address, so that the browser finds it without
 * starting the worker (direct-routes.ts).
 */

/** Each version of the page has a cache of its own; the last version's goes when this one becomes active. */
export const startCache = `start-${precache.getCacheKeyForURL(indexPage)?.split('=').at(-1)}`
/** The app's own address: where the worker lies. */
const address = () => new URL('./', self.location.href).href

const put = async (page: Response) => (await self.caches.open(startCache)).put(address(), page)

/** The page for a start of the app; undefined when the browser has evicted it. */
async function startPage(): Promise<Response | undefined> {
  return (await self.caches.open(startCache)).match(address())
}

/** Every navigation inside the app is its one page. */
export const navigationRoute = new NavigationRoute(
  async ({ url }) => (homeHash.test(url.hash) ? await startPage() : undefined) ?? appPage(),
  { denylist: [/^\/api\//, /^\/images\//, /^\/metrics/] },
)

/** Saves the page without a screen where no start page is saved yet. */
export async function saveEmptyStart(): Promise<void> {
  if (!(await startPage())) await put(await appPage())
}

/** The script that a page starts with: it names the version. */
const entryOf = (html: string) => /assets\/index-[\w-]+\.js/.exec(html)?.[0]

/**
 * Saves the home page as the server sends it to a visitor in this language. Without an answer, or with one of another
 * version, what is saved stays; but a page in another language is replaced by the empty one.
 */
export async function saveStartPage(locale: Locale): Promise<void> {
  const emptyPage = await appPage()
  const languageOf = `data-first="${locale}"`
  const address = new URL(`./?lng=${locale}`, self.location.href)
  const answer = await fetch(address, { cache: 'no-cache' }).catch(() => undefined)
  const html = (await answer?.text()) ?? ''
  if (answer?.ok && html.includes(languageOf) && entryOf(html) === entryOf(await emptyPage.clone().text())) {
    const headers = new Headers(answer.headers)
    // it is stored as plain text, for requests of any kind
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) headers.delete(name)
    await put(new Response(html, { headers }))
  } else if (!(await (await startPage())?.text())?.includes(languageOf)) await put(emptyPage)
}
