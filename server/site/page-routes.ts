import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lastPage } from '../../contract/calls/call.ts'
import { calls } from '../../contract/calls.ts'
import { isUuid } from '../../contract/fields.ts'
import type { FishDetail, FishPage } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { type ListChoice, productPage } from '../../contract/product-pages.ts'
import { legalPages, type ShopSettings, type ShopText } from '../../contract/shop.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { listedProducts, renderList, renderMissing, renderProduct } from './catalogue-pages.ts'
import { type PageContext, type PageSettings, pagePolicy, readVisit, renderLegal, visitKey } from './frame.ts'
import { type OpenOffer, offerRoutes, offerStyle } from './offer-page.ts'
import { pageTexts } from './page-texts.ts'

/** Products in one file: a tenth of a megabyte and some milliseconds. The protocol allows 50,000 addresses. */
export const sitemapProducts = 2000

interface SitemapProduct {
  id: string
  trade_name: string
  updated_at: string
}

const start = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** One file of addresses (https://www.sitemaps.org/protocol.html); the first one also has the list. */
function renderSitemap(base: string, { products, page }: { products: SitemapProduct[]; page: number }): string {
  const urls = products.map(
    ({ id, trade_name, updated_at }) =>
      `<url><loc>${escapeHtml(base + productPage({ _id: id, trade_name }))}</loc><lastmod>${updated_at}</lastmod></url>\n`,
  )
  const list = page === 1 ? `<url><loc>${escapeHtml(`${base}p/`)}</loc></url>\n` : ''
  return `${start}<urlset ${namespace}>\n${list}${urls.join('')}</urlset>\n`
}

/** The list of the files, for a shop with more products than one file has. */
function renderSitemapIndex(base: string, files: number): string {
  const all = Array.from({ length: files }, (_, at) => `${base}sitemap.xml?page=${at + 1}`)
  const entries = all.map((file) => `<sitemap><loc>${escapeHtml(file)}</loc></sitemap>\n`)
  return `${start}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

function renderRobots(address: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${address}\n`
}

interface PageDeps {
  settings: PageSettings
  cache: AnswerCache
  dist: string | undefined
  /** the API's answer to anybody: pages are made from nothing else, so nothing private can be in them */
  ask(path: string): Promise<{ status: number; body: string }>
  countProducts(): Promise<number>
  openOffer: OpenOffer
  /** all products, oldest first */
  listAddresses(slice: { offset: number; limit: number }): Promise<SitemapProduct[]>
}

const html = 'text/html; charset=utf-8'
const xml = 'application/xml; charset=utf-8'
const overTls = { 'strict-transport-security': 'max-age=31536000' }
const pageHeaders = {
  'content-security-policy': pagePolicy,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Language, Cookie, Accept-Encoding',
}

/** A call of the API failed: the server is busy, or its database away. */
class AwayError extends Error {}

const pageOf = (text: unknown) => {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1
}

/** The choice in the query of a list; what is wrong in it counts as not there. */
function choiceOf(request: FastifyRequest): ListChoice {
  const { keyword, type, page }: { keyword?: unknown; type?: unknown; page?: unknown } = Object(request.query)
  const words = typeof keyword === 'string' ? keyword.trim().slice(0, limits.keywordLength) : ''
  return {
    // without what no address or database can have
    ...(words && { keyword: words.replace(/[\0\p{Surrogate}]/gu, '') }),
    ...(!words && (type === 'fish' || type === 'seafood') && { type }),
    page: pageOf(page),
  }
}

/** Pages of products for people and programs without the app: link previews, search engines, browsers without scripts. */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { settings, cache } = deps
  const style = await readPageStyle(deps.dist)
  const visitOf = (request: FastifyRequest) => readVisit(request, settings)

  async function read<T>(path: string): Promise<T> {
    const { status, body } = await deps.ask(`/api${path}`)
    if (status !== 200) throw new AwayError(`The API answered ${status}.`)
    // the API's own answer
    return JSON.parse(body) as T
  }

  const contextOf = async (request: FastifyRequest): Promise<PageContext> => {
    const shop = await read<ShopSettings>(calls.getShop.path)
    return { visit: visitOf(request), shop, style: style.address }
  }

  function sendPage(reply: FastifyReply, { status, page }: { status: number; page: string }) {
    return reply.code(status).header('cache-control', 'no-store').type(html).send(page)
  }

  function setHeaders(request: FastifyRequest, reply: FastifyReply, next: () => void) {
    reply.headers(pageHeaders)
    if (request.protocol === 'https') reply.headers(overTls)
    next()
  }

  /** Answers 503 where the API is away. */
  async function unlessAway<T>(request: FastifyRequest, reply: FastifyReply, make: () => Promise<T>) {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof AwayError)) throw error
      const { locale } = visitOf(request)
      reply.header('retry-after', '5').code(503).header('cache-control', 'no-store')
      await reply.type('text/plain; charset=utf-8').send(`${pageTexts(locale).page.away}\n`)
      return undefined
    }
  }

  /** A page or file that is made once per version of the catalogue; `make` may answer by itself instead. */
  function cached(
    paths: string[],
    {
      keyOf,
      type = html,
      make,
    }: {
      keyOf: (request: FastifyRequest) => unknown[]
      type?: string
      make: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>
    },
  ): void {
    const answers = cache.forKeys((request) => JSON.stringify([paths[0], keyOf(request)]), type)
    for (const path of paths) {
      app.get(path, { exposeHeadRoute: true, onRequest: [setHeaders, answers.hit] }, async (request, reply) => {
        const made = await unlessAway(request, reply, () => make(request, reply))
        return made === undefined ? reply : answers.put({ request, reply }, made)
      })
    }
  }

  const idOf = (request: FastifyRequest) => String(Reflect.get(Object(request.params), 'id')).toLowerCase()
  cached(['/p/:id', '/p/:id/:slug'], {
    keyOf: (request) => [idOf(request), ...visitKey(visitOf(request))],
    async make(request, reply) {
      const context = await contextOf(request)
      const id = idOf(request)
      const { status, body } = isUuid(id) ? await deps.ask(`/api/fishes/${id}`) : { status: 404, body: '' }
      if (status === 404) {
        await sendPage(reply, { status: 404, page: renderMissing(context) })
        return undefined
      }
      if (status !== 200) throw new AwayError(`The API answered ${status}.`)
      // the API's own answer
      return renderProduct(context, JSON.parse(body) as FishDetail)
    },
  })
  cached(['/p'], {
    keyOf: (request) => {
      const { keyword, type, page } = choiceOf(request)
      return [keyword, type, page, ...visitKey(visitOf(request))]
    },
    async make(request) {
      const choice = choiceOf(request)
      const { page = 1, ...filter } = choice
      const query = new URLSearchParams({ ...filter, page: String(page), per_page: String(listedProducts) })
      const list = await read<FishPage>(`${calls.listFish.path}?${query}`)
      return renderList(await contextOf(request), { choice, list })
    },
  })
  const legalOf = (request: FastifyRequest) =>
    legalPages.find((page) => page === Reflect.get(Object(request.params), 'page'))
  cached(['/legal/:page'], {
    keyOf: (request) => [legalOf(request), ...visitKey(visitOf(request))],
    async make(request, reply) {
      const context = await contextOf(request)
      const page = legalOf(request)
      if (page && context.shop.legal[page] > 0)
        return renderLegal(context, page, await read<ShopText>(`/shop/texts/${page}/`))
      await sendPage(reply, { status: 404, page: renderMissing(context, 'page') })
      return undefined
    },
  })
  cached(['/sitemap.xml'], {
    type: xml,
    keyOf: (request) => [
      Reflect.get(Object(request.query), 'page') === undefined ? 0 : choiceOf(request).page,
      visitOf(request).base,
    ],
    async make(request, reply) {
      const { base } = visitOf(request)
      const files = Math.max(1, Math.ceil((await deps.countProducts()) / sitemapProducts))
      const isIndex = files > 1 && Reflect.get(Object(request.query), 'page') === undefined
      if (isIndex) return renderSitemapIndex(base, files)
      const page = choiceOf(request).page ?? 1
      if (page > files) {
        await reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('404\n')
        return undefined
      }
      const slice = { offset: (page - 1) * sitemapProducts, limit: sitemapProducts }
      return renderSitemap(base, { products: await deps.listAddresses(slice), page })
    },
  })
  offerRoutes(app, { contextOf, setHeaders, unlessAway, openOffer: deps.openOffer })
  app.get('/robots.txt', { exposeHeadRoute: true }, async (request, reply) => {
    const { base } = visitOf(request)
    // robots.txt is only read at the root of a host
    const address = base.startsWith('.') ? '/sitemap.xml' : `${base}sitemap.xml`
    // what a host in the request decides must reach nobody else
    const caching = settings.publicUrl === undefined ? 'no-store' : 'public, max-age=3600'
    reply.headers({ 'cache-control': caching, 'x-content-type-options': 'nosniff' })
    return reply.type('text/plain; charset=utf-8').send(renderRobots(address))
  })
  app.get('/p/style.css', { exposeHeadRoute: true }, async (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' })
    return reply.type('text/css; charset=utf-8').send(style.css)
  })
}

interface PageStyle {
  /** with the version in its query, so that the file may be cached for ever */
  address: string
  css: string
}

/** The style of the app's first screen, which the build has put into index.html, if the app is built, and of offers. */
async function readPageStyle(dist: string | undefined): Promise<PageStyle> {
  const html = dist === undefined ? '' : await readFile(join(dist, 'index.html'), 'utf8').catch(() => '')
  const first = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text)
  const css = [...first, offerStyle].join('\n')
  const version = createHash('sha256').update(css).digest('base64url').slice(0, 10)
  return { address: `style.css?${version}`, css }
}
