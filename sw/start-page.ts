import { paintAtOnce } from '../contract/first-screen.ts'
import type { KeptScreen } from '../contract/sw-messages.ts'
import { builtFiles, indexPage } from './built-files.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * The page that a start of the app is answered with: at first the shell's page with no screen in it, later the same page
 * with the home page in it as this device saw it last. A cache of its own, with one entry under the app's address, so that
 * the browser finds it without starting the worker (direct-routes.ts).
 */

/** Each version of the page has a cache of its own; the last version's goes when this one takes over. */
export const startCache = `start-${builtFiles.get(indexPage)?.split('=').at(-1)}`
/** The app's own address: where the worker lies. */
const address = () => new URL('./', self.location.href).href

const put = async (page: Response) => (await self.caches.open(startCache)).put(address(), page)

/** Puts the page without a screen where no start has been kept yet. */
export async function keepStart(page: Response): Promise<void> {
  if (!(await startPage())) await put(page)
}

/** The page for a start of the app; undefined where the browser dropped it. */
export async function startPage(): Promise<Response | undefined> {
  return (await self.caches.open(startCache)).match(address())
}

/**
 * Puts the home page of a tab into the shell's page, as the server does it for a first visit (server/shell/first-screen.ts).
 * From another screen: drops what is kept when it is in another language, or shows that somebody was signed in who is not.
 * A tab of another version than the shell's is not heard.
 */
export async function keepScreen({ lang, known, entry, screen }: KeptScreen, page: Response): Promise<void> {
  const text = await page.clone().text()
  const file = /assets\/[^/]+$/.exec(entry)?.[0]
  if (!file || !text.includes(file)) return
  const html = `<html lang="${lang}" data-first="${known ? 'known' : ''}"`
  if (screen === '') {
    const kept = await (await startPage())?.text()
    return kept?.includes(html) ? undefined : put(page)
  }
  const filled = text
    .replace(/<html lang="\w+"/, () => html)
    .replace('</title>', `</title>${paintAtOnce}`)
    .replace('<div id="root"></div>', () => `<div id="root">${screen}</div>`)
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  await put(new Response(filled, { headers }))
}
