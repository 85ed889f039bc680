import { NavigationRoute } from 'workbox-routing'
import type { Locale } from '../contract/locales.ts'
import { homeHash } from '../src/lib/search-params.ts'
import { appPage, indexPage, precache } from './precache.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * The page at the start of the app: at first the app's page without a first screen, later the home page as the server sends it.
 * It is the only entry of its cache, under the app's address, so that the browser finds it without starting the worker
 * (direct-routes.ts).
 */

/** Each version of the app has its own cache, which is deleted when the next version becomes active. */
export const startCache = `start-${precache.getCacheKeyForURL(indexPage)?.split('=').at(-1)}`
/** The address of the app: the worker's folder. */
const address = () => new URL('./', self.location.href).href

const put = async (page: Response) => (await self.caches.open(startCache)).put(address(), page)

/** The page for a start of the app; undefined when the browser has evicted it. */
async function startPage(): Promise<Response | undefined> {
  return (await self.caches.open(startCache)).match(address())
}

/** Every navigation gets the app's page. */
export const navigationRoute = new NavigationRoute(
  async ({ url }) => (homeHash.test(url.hash) ? await startPage() : undefined) ?? appPage(),
  { denylist: [/^\/api\//, /^\/images\//, /^\/metrics/] },
)

/** Saves the page without a first screen, where no start page is saved yet. */
export async function saveEmptyStart(): Promise<void> {
  if (!(await startPage())) await put(await appPage())
}

/** The entry script of a page, whose name identifies the version. */
const entryOf = (html: string) => /assets\/index-[\w-]+\.js/.exec(html)?.[0]

/**
 * Saves the home page as the server sends it to a visitor in this language. Without an answer, or with one of another version,
 * the saved page stays, unless it is in another language: then the page without a first screen replaces it.
 */
export async function saveStartPage(locale: Locale): Promise<void> {
  const emptyPage = await appPage()
  const languageAttribute = `data-first="${locale}"`
  const address = new URL(`./?lng=${locale}`, self.location.href)
  const answer = await fetch(address, { cache: 'no-cache' }).catch(() => undefined)
  const html = (await answer?.text()) ?? ''
  if (answer?.ok && html.includes(languageAttribute) && entryOf(html) === entryOf(await emptyPage.clone().text())) {
    const headers = new Headers(answer.headers)
    // the text is stored decoded, for requests with any headers
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) headers.delete(name)
    await put(new Response(html, { headers }))
  } else if (!(await (await startPage())?.text())?.includes(languageAttribute)) await put(emptyPage)
}
