import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { accentStyle } from '../../contract/accent.ts'
import { calls as all } from '../../contract/calls.ts'
import { business } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { embeddedShopId, lastFirstProduct, paintAtOnce } from '../../contract/picture.ts'
import { logoIcon, phoneDigits, type ShopSettings, textIn } from '../../contract/shop.ts'
import { type Encoding, encode, shortHash } from '../http/answer-cache.ts'
import { fewAtATime } from '../http/few-at-a-time.ts'
import { escapeHtml } from '../http/plain-page.ts'

/** The public catalogue for prerendered pages. */
export interface Catalogue {
  /** changes with each product and with the settings of the shop */
  version(): Promise<number>
  /** the JSON answer to a GET of this path; undefined unless its status is 200 */
  read(path: string): Promise<string | undefined>
}

/** The input of `src/app/first-screen.tsx`, built for Node. */
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

/** A page in all encodings, with its tag. */
export interface RenderedPage {
  tag: string
  bodies: Record<Encoding, Buffer>
  /** the inline style of the shop's accent, which the page's policy has to allow */
  accent: string
}

interface CachedPage {
  /** of the catalogue that `page` shows */
  version?: number
  page?: RenderedPage
  /** the JSON of the settings that `page` shows */
  shop?: string
  /** the next page, while it is rendered */
  next?: Promise<RenderedPage>
}

/** Prerenders `/` in each language, stale until the next one is made; undefined without a renderer. `page` throws without the catalogue. */
export async function openFirstScreen(options: { dist: string; index: string; catalogue: Catalogue }) {
  const { dist, index, catalogue } = options
  const file = join(dist, '.server/first-screen.mjs')
  if (!existsSync(file)) return undefined
  const pages = new Map<Locale, CachedPage>()
  // renders one page at a time, to run only one process
  const inTurn = fewAtATime(1)

  async function render(locale: Locale): Promise<{ page: RenderedPage; shop: string }> {
    const read = async (path: string) => {
      const text = await catalogue.read(path)
      if (text === undefined) throw new Error('The catalogue could not be read for the first screen.')
      return text
    }
    const texts = await Promise.all(
      Object.entries(calls).map(async ([name, path]) => ({ name, path, text: await read(path) })),
    )
    const shopText = await read(shopPath)
    const answers = Object.fromEntries(texts.map(({ name, text }) => [name, JSON.parse(text) as unknown]))
    // the API's answer, without the long text about the shop, which only its own screen shows
    const shop = { ...(JSON.parse(shopText) as ShopSettings), about: { en: '', fr: '', es: '' } }
    const screen = await inTurn(() => renderInChild(file, { locale, answers, shop }))
    const given = texts.map(({ path, text }) => `${JSON.stringify(path)}:${text}`)
    const html = fill(fillHead(index, { shop, locale }), { locale, screen, shop, given: `{${given.join(',')}}` })
    return { page: { ...(await compressed(html)), accent: accentStyle(shop.accent) }, shop: shopText }
  }

  async function refresh(locale: Locale, cached: CachedPage): Promise<RenderedPage> {
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
    async page(locale: Locale): Promise<RenderedPage> {
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
async function renderInChild(file: string, input: Input): Promise<string> {
  const options = { timeout: 20_000, maxBuffer: 4 * 1024 * 1024 }
  const running = promisify(execFile)(process.execPath, [renderScript, pathToFileURL(file).href], options)
  // ignored: a renderer that ends early is reported by its exit code
  running.child.stdin?.on('error', () => undefined).end(JSON.stringify(input))
  return (await running).stdout
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

async function compressed(html: string): Promise<Omit<RenderedPage, 'accent'>> {
  const identity = Buffer.from(html)
  const [br, gzip] = await Promise.all([encode(identity, 'br', 11), encode(identity, 'gzip', 9)])
  return { tag: shortHash(identity), bodies: { identity, br, gzip } }
}

/** Fills the shop's title, description, icons and the notice for old browsers into index.html. */
export function fillHead(html: string, { shop, locale }: { shop: ShopSettings; locale: Locale }): string {
  const name = escapeHtml(shop.name)
  const about = escapeHtml(textIn(shop.tagline, locale) || shop.name)
  // for browsers that are too old for the app
  const [email, phone] = [escapeHtml(shop.email), escapeHtml(shop.phone)]
  const links = [
    email && `<a href="mailto:${email}">${email}</a>`,
    phone && `<a href="tel:${phoneDigits(shop.phone)}">${phone}</a>`,
  ]
  const accent = accentStyle(shop.accent)
  const [icon, apple] = [logoIcon(shop.logo, 'small'), logoIcon(shop.logo, 'apple')]
  // functions, because `replace` would interpret a $ in a replacement text
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + about)
    .replace(/<link rel="icon"[^>]*>/, (link) => (icon ? `<link rel="icon" href="${icon}" />` : link))
    .replace(/<link rel="apple-touch-icon"[^>]*>/, (link) =>
      apple ? `<link rel="apple-touch-icon" href="${apple}" />` : link,
    )
    .replace('</head>', () => `${accent && `<style>${accent}</style>`}</head>`)
    .replace(/(<section id="too-old">\s*<h1>)[^<]*/, (_, start: string) => start + name)
    .replace('<p id="too-old-contact"></p>', () => `<p>${links.filter(Boolean).join('<br />')}</p>`)
}
