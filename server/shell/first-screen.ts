import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endpoints } from '../../contract/endpoints.ts'
import { givenShopId, paintAtOnce } from '../../contract/first-screen.ts'
import { business } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { encode } from '../http/encoding.ts'
import type { BuiltFile } from './built-files.ts'
import { fillHead } from './page-head.ts'

/** The public catalogue, as the first screen needs it. */
export interface Catalogue {
  /** changes with every product and with the settings of the shop */
  version(): Promise<number>
  /** the JSON that a GET of this path answers with; undefined for anything but a 200 */
  read(path: string): Promise<string | undefined>
}

/** What `src/first-paint/first-screen.tsx`, built for Node, is given. */
interface Input {
  locale: Locale
  answers: Record<string, unknown>
  shop: ShopSettings
}

/** What the home page asks for, by the names of the calls; the addresses are those that the app uses. */
const calls = {
  listFish: `/api${endpoints.listFish.path}?page=1&per_page=${business.homePerPage}`,
  topFishes: `/api${endpoints.topFishes.path}`,
}

/** The settings of the shop. */
const shopPath = `/api${endpoints.getShop.path}`

interface Made {
  /** of the catalogue that `page` shows */
  version?: number
  page?: BuiltFile
  /** the settings of the shop in it, as the call answered them */
  shop?: string
  /** the next page, while it is made */
  next?: Promise<BuiltFile>
}

/**
 * The page for `/` with its first screen in it: header, hero, tiles and the first products, in the visitor's language, so
 * that the first paint waits for no script. Made anew after a change of the catalogue, one page of a language at a time;
 * meanwhile the page before is sent. Undefined where the build has no
 * renderer. `page` throws when the catalogue cannot be read; the page without a first screen then does.
 */
export async function openFirstScreen(options: { dist: string; index: BuiltFile; catalogue: Catalogue }) {
  const { dist, index, catalogue } = options
  const file = join(dist, '.server/first-screen.mjs')
  const built = await access(file).then(
    () => true,
    () => false,
  )
  if (!built) return undefined
  const template = index.plain.toString('utf8')
  const pages = new Map<Locale, Made>()
  // one process at a time: a few renderings after a change of the catalogue need no crowd
  let last: Promise<unknown> = Promise.resolve()

  async function make(locale: Locale): Promise<{ page: BuiltFile; shop: string }> {
    const texts = await Promise.all(Object.values(calls).map((path) => catalogue.read(path)))
    const shopText = await catalogue.read(shopPath)
    if (texts.includes(undefined) || shopText === undefined)
      throw new Error('The catalogue could not be read for the first screen.')
    const names = Object.keys(calls)
    const answers = Object.fromEntries(names.map((name, at) => [name, JSON.parse(texts[at] ?? '') as unknown]))
    // what the API answers; the text about the shop is for its own screen alone
    const shop = { ...(JSON.parse(shopText) as ShopSettings), about: { en: '', fr: '', es: '' } }
    const turn = last.then(() => renderInChild(file, { locale, answers, shop }))
    last = turn.catch(() => undefined)
    const screen = await turn
    const given = Object.values(calls).map((path, at) => `${JSON.stringify(path)}:${texts[at]}`)
    const html = fill(fillHead(template, { shop, locale }), { locale, screen, shop, given: `{${given.join(',')}}` })
    return { page: await compressed(html), shop: shopText }
  }

  async function remake(locale: Locale, made: Made): Promise<BuiltFile> {
    try {
      // asked first, so that a change meanwhile leads to another page
      const version = await catalogue.version()
      const { page, shop } = await make(locale)
      Object.assign(made, { version, page, shop })
      return page
    } finally {
      delete made.next
    }
  }

  return {
    /**
     * The page in this language, of the catalogue as it is now or, until that is made, as it was; of the settings of the
     * shop as they are.
     */
    async page(locale: Locale): Promise<BuiltFile> {
      const version = await catalogue.version()
      const made = pages.get(locale) ?? {}
      pages.set(locale, made)
      if (made.page && made.version === version) return made.page
      made.next ??= remake(locale, made)
      if (!made.page) return made.next
      const before = made.page
      // the next visitor tries again
      const next = made.next.catch(() => before)
      // products may be a moment old, the shop's own name not
      return (await catalogue.read(shopPath)) === made.shop ? before : next
    },
  }
}

const renderScript = fileURLToPath(new URL('./render.ts', import.meta.url))

/** Renders in a process that ends with its work, so that the memory it took is given back. */
function renderInChild(file: string, input: Input): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: 20_000, maxBuffer: 4 * 1024 * 1024 }
    const child = execFile(process.execPath, [renderScript, pathToFileURL(file).href], options, (error, screen) =>
      error ? reject(error) : resolve(screen),
    )
    // a renderer that ended early says so by its exit code
    child.stdin?.on('error', () => undefined).end(JSON.stringify(input))
  })
}

/** The answers come after the first screen, where they delay nothing. No text of theirs can end their element. */
function fill(template: string, part: { locale: Locale; screen: string; given: string; shop: ShopSettings }): string {
  const element = (id: string, json: string) =>
    `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
  const given = element('given-answers', part.given) + element(givenShopId, JSON.stringify(part.shop))
  return template
    .replace(/<html lang="\w+"/, `<html lang="${part.locale}" data-first="${part.locale}"`)
    .replace('</title>', `</title>${paintAtOnce}`)
    .replace('<div id="root"></div>', () => `<div id="root">${part.screen}</div>${given}`)
}

async function compressed(html: string): Promise<BuiltFile> {
  const plain = Buffer.from(html)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const [br, gzip] = await Promise.all([encode(plain, 'br', 11), encode(plain, 'gzip', 9)])
  return { type: 'text/html; charset=utf-8', text: true, tag, plain, br, gzip }
}
