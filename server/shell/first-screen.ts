import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { calls as all } from '../../contract/calls.ts'
import { embeddedShopId, lastFirstProduct, paintAtOnce } from '../../contract/first-screen.ts'
import { business } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { encode } from '../platform/http/answer-cache.ts'
import { fewAtATime } from '../platform/http/few-at-a-time.ts'
import { type BuiltFile, tagOf } from './built-files.ts'
import { fillHead } from './page-head.ts'

/** The public catalogue for prerendered pages. */
export interface Catalogue {
  /** changes with each product and with the settings of the shop */
  version(): Promise<number>
  /** the JSON answer to a GET of this path; undefined unless its status is 200 */
  read(path: string): Promise<string | undefined>
}

/** The input of `src/first-paint/first-screen.tsx`, built for Node. */
interface Input {
  locale: Locale
  answers: Record<string, unknown>
  shop: ShopSettings
}

/** The calls of the home page, with the same URLs as in the app. */
const calls = {
  listFish: `/api${all.listFish.path}?page=1&per_page=${business.homePerPage}`,
  topFishes: `/api${all.topFishes.path}`,
}

const shopPath = `/api${all.getShop.path}`

interface CachedPage {
  /** of the catalogue that `page` shows */
  version?: number
  page?: BuiltFile
  /** the JSON of the settings that `page` shows */
  shop?: string
  /** the next page, while it is rendered */
  next?: Promise<BuiltFile>
}

/**
 * Prerenders the page for `/` in each language, so that the first paint needs no script; after a change of the catalogue the
 * stale page is served until the new one is rendered. Undefined if the build has no renderer. `page` throws if the catalogue
 * cannot be read; the plain index.html works then.
 */
export async function openFirstScreen(options: { dist: string; index: BuiltFile; catalogue: Catalogue }) {
  const { dist, index, catalogue } = options
  const file = join(dist, '.server/first-screen.mjs')
  if (!existsSync(file)) return undefined
  const template = index.plain.toString('utf8')
  const pages = new Map<Locale, CachedPage>()
  // renders one page at a time, to run only one process
  const inTurn = fewAtATime(1)

  async function render(locale: Locale): Promise<{ page: BuiltFile; shop: string }> {
    const texts = await Promise.all(Object.values(calls).map((path) => catalogue.read(path)))
    const shopText = await catalogue.read(shopPath)
    if (texts.includes(undefined) || shopText === undefined)
      throw new Error('The catalogue could not be read for the first screen.')
    const names = Object.keys(calls)
    const answers = Object.fromEntries(names.map((name, at) => [name, JSON.parse(texts[at] ?? '') as unknown]))
    // the API's answer, without the long text about the shop, which only its own screen shows
    const shop = { ...(JSON.parse(shopText) as ShopSettings), about: { en: '', fr: '', es: '' } }
    const screen = await inTurn(() => renderInChild(file, { locale, answers, shop }))
    const given = Object.values(calls).map((path, at) => `${JSON.stringify(path)}:${texts[at]}`)
    const html = fill(fillHead(template, { shop, locale }), { locale, screen, shop, given: `{${given.join(',')}}` })
    return { page: await compressed(html), shop: shopText }
  }

  async function refresh(locale: Locale, cached: CachedPage): Promise<BuiltFile> {
    try {
      // read before rendering, so that a change meanwhile makes the page stale
      const version = await catalogue.version()
      const { page, shop } = await render(locale)
      Object.assign(cached, { version, page, shop })
      return page
    } finally {
      delete cached.next
    }
  }

  return {
    /** The page in this language. Its products may be stale until the next page is rendered; the shop's settings are not. */
    async page(locale: Locale): Promise<BuiltFile> {
      const version = await catalogue.version()
      const cached = pages.get(locale) ?? {}
      pages.set(locale, cached)
      if (cached.page && cached.version === version) return cached.page
      cached.next ??= refresh(locale, cached)
      if (!cached.page) return cached.next
      const stale = cached.page
      // if rendering fails, the next visitor tries again
      const next = cached.next.catch(() => stale)
      return (await catalogue.read(shopPath)) === cached.shop ? stale : next
    },
  }
}

const renderScript = fileURLToPath(new URL('./render.ts', import.meta.url))

/** Renders in a short-lived process, so that its memory is freed. */
function renderInChild(file: string, input: Input): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: 20_000, maxBuffer: 4 * 1024 * 1024 }
    const child = execFile(process.execPath, [renderScript, pathToFileURL(file).href], options, (error, screen) =>
      error ? reject(error) : resolve(screen),
    )
    // ignored: a renderer that ends early is reported by its exit code
    child.stdin?.on('error', () => undefined).end(JSON.stringify(input))
  })
}

/** Fills the template. The answers follow the first screen, so that they do not delay it, with `<` escaped in their JSON. */
function fill(template: string, part: { locale: Locale; screen: string; given: string; shop: ShopSettings }): string {
  const element = (id: string, json: string) =>
    `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
  const given = element('embedded-answers', part.given) + element(embeddedShopId, JSON.stringify(part.shop))
  return (
    template
      .replace(/<html lang="\w+"/, `<html lang="${part.locale}" data-first="${part.locale}"`)
      // an empty shop has nothing to wait for
      .replace('</title>', `</title>${part.screen.includes(lastFirstProduct) ? paintAtOnce : ''}`)
      .replace('<div id="root"></div>', () => `<div id="root">${part.screen}</div>${given}`)
  )
}

async function compressed(html: string): Promise<BuiltFile> {
  const plain = Buffer.from(html)
  const [br, gzip] = await Promise.all([encode(plain, 'br', 11), encode(plain, 'gzip', 9)])
  return { type: 'text/html; charset=utf-8', text: true, tag: tagOf(plain), plain, br, gzip }
}
