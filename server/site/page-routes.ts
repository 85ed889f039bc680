import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accentStyle } from '../../contract/accent.ts'
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
import { type PageContext, type PageSettings, pagePolicy, readVisit, renderLegal, securityHeaders } from './frame.ts'
import { type AnswerOffer, type OpenOffer, offerStyle, privateHeaders, sendAnswer, sendOffer } from './offer-page.ts'
import { pageTexts } from './page-texts.ts'

/** Products in one file: a tenth of a megabyte and some milliseconds. The protocol allows 50,000 addresses. */
export const sitemapProducts = 2000

type SitemapProduct = Record<'id' | 'trade_name' | 'updated_at', string>

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

/** The number of the file that is asked for; undefined for the list of the files, or the only one. */
const fileOf = (request: FastifyRequest) =>
  Reflect.get(Object(request.query), 'page') === undefined ? undefined : choiceOf(request).page

interface PageDeps {
  settings: PageSettings
  cache: AnswerCache
  dist: string | undefined
  /** the API's answer to anybody: pages are made from nothing else, so nothing private can be in them */
  ask(path: string): Promise<{ status: number; body: string }>
  countProducts(): Promise<number>
  openOffer: OpenOffer
  answerOffer: AnswerOffer
  /** all products, oldest first */
  listAddresses(slice: { offset: number; limit: number }): Promise<SitemapProduct[]>
}

const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

function setHeaders(request: FastifyRequest, reply: FastifyReply, next: () => void) {
  reply.headers({ ...securityHeaders(request, pagePolicy), vary: 'Accept-Language, Cookie, Accept-Encoding' })
  next()
}

/** A call of the API failed: the server is busy, or its database away. */
class AwayError extends Error {}

const pageOf = (text: unknown) => {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1
}

/** The choice in the query of a list; what is wrong in it counts as not there. */
function choiceOf(request: FastifyRequest): ListChoice & { page: number } {
  const { keyword, type, page }: { keyword?: unknown; type?: unknown; page?: unknown } = Object(request.query)
  const words = typeof keyword === 'string' ? keyword.trim().slice(0, limits.keywordLength) : ''
  return {
    // without what no address or database can have
    ...(words && { keyword: words.replace(/[\0\p{Surrogate}]/gu, '') }),
    ...(!words && (type === 'fish' || type === 'seafood') && { type }),
    page: pageOf(page),
  }
}

/** A page or a file, or what is sent with the status 404 in place of it. */
type Made = string | { missing: string; type: string }

interface Cached {
  keyOf: (request: FastifyRequest) => unknown[]
  type?: string
  make: (request: FastifyRequest) => Promise<Made>
}

/** Pages of products for people and programs without the app: link previews, search engines, browsers without scripts. */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { settings, cache } = deps
  const style = await readPageStyle(deps.dist)
  const visitOf = (request: FastifyRequest) => readVisit(request, settings)
  /** What a page depends on besides the catalogue and its choice. */
  const visitKey = (request: FastifyRequest) => Object.values(visitOf(request))
  const parameterOf = (request: FastifyRequest, name: string) => String(Reflect.get(Object(request.params), name))
  const idOf = (request: FastifyRequest) => parameterOf(request, 'id').toLowerCase()

  /** The API's own answer; undefined where it does not know what was asked for. */
  async function find<T>(path: string): Promise<T | undefined> {
    const { status, body } = await deps.ask(`/api${path}`)
    if (status !== 200 && status !== 404) throw new AwayError(`The API answered ${status}.`)
    return status === 200 ? (JSON.parse(body) as T) : undefined
  }
  async function read<T>(path: string): Promise<T> {
    const found = await find<T>(path)
    if (found === undefined) throw new AwayError(`The API has no ${path}.`)
    return found
  }
  const contextOf = async (request: FastifyRequest): Promise<PageContext> => {
    const shop = await read<ShopSettings>(calls.getShop.path)
    // its policy allows no style in the page
    const accent = shop.accent && `&accent=${shop.accent.slice(1)}`
    return { visit: visitOf(request), shop, style: style.address + accent }
  }

  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof AwayError)) throw error
    reply.code(503).headers({ 'retry-after': '5', 'cache-control': 'no-store' }).type(plain)
    return reply.send(`${pageTexts(visitOf(request).locale).away}\n`)
  })

  /** A page or file that is made once per version of the catalogue. */
  function cached(paths: string[], { keyOf, type = html, make }: Cached): void {
    const answers = cache.forKeys((request) => JSON.stringify([paths[0], keyOf(request)]), type)
    for (const path of paths) {
      app.get(path, { exposeHeadRoute: true, onRequest: [setHeaders, answers.hit] }, async (request, reply) => {
        const made = await make(request)
        if (typeof made === 'string') return answers.put({ request, reply }, made)
        return reply.code(404).header('cache-control', 'no-store').type(made.type).send(made.missing)
      })
    }
  }

  cached(['/p/:id', '/p/:id/:slug'], {
    keyOf: (request) => [idOf(request), visitKey(request)],
    async make(request) {
      const [id, context] = [idOf(request), await contextOf(request)]
      const fish = isUuid(id) && (await find<FishDetail>(`/fishes/${id}`))
      return fish ? renderProduct(context, fish) : { missing: renderMissing(context, 'Product'), type: html }
    },
  })
  cached(['/p'], {
    keyOf: (request) => [choiceOf(request), visitKey(request)],
    async make(request) {
      const choice = choiceOf(request)
      const { page, ...filter } = choice
      const query = new URLSearchParams({ ...filter, page: String(page), per_page: String(listedProducts) })
      const list = await read<FishPage>(`${calls.listFish.path}?${query}`)
      return renderList(await contextOf(request), { choice, list })
    },
  })
  cached(['/legal/:page'], {
    keyOf: (request) => [parameterOf(request, 'page'), visitKey(request)],
    async make(request) {
      const context = await contextOf(request)
      const page = legalPages.find((each) => each === parameterOf(request, 'page') && context.shop.legal[each] > 0)
      if (!page) return { missing: renderMissing(context, 'Page'), type: html }
      return renderLegal(context, page, await read<ShopText>(`/shop/texts/${page}/`))
    },
  })
  cached(['/sitemap.xml'], {
    type: 'application/xml; charset=utf-8',
    keyOf: (request) => [fileOf(request), visitOf(request).base],
    async make(request) {
      const { base } = visitOf(request)
      const files = Math.max(1, Math.ceil((await deps.countProducts()) / sitemapProducts))
      const page = fileOf(request) ?? 1
      if (page > files) return { missing: '404\n', type: plain }
      if (files > 1 && fileOf(request) === undefined) return renderSitemapIndex(base, files)
      const slice = { offset: (page - 1) * sitemapProducts, limit: sitemapProducts }
      return renderSitemap(base, { products: await deps.listAddresses(slice), page })
    },
  })
  app.get('/o/:token', { exposeHeadRoute: true, onRequest: setHeaders }, async (request, reply) => {
    // also for the answer of a shop that is away
    reply.headers(privateHeaders).type(html)
    const token = parameterOf(request, 'token')
    return sendOffer(request, reply, { token, context: await contextOf(request), openOffer: deps.openOffer })
  })
  await app.register(formbody, { bodyLimit: 64 * 1024 })
  app.post('/o/:token', { onRequest: setHeaders }, async (request, reply) => {
    reply.headers(privateHeaders).type(html)
    const [token, context] = [parameterOf(request, 'token'), await contextOf(request)]
    return sendAnswer(request, reply, { token, context, ...deps })
  })
  app.get('/robots.txt', { exposeHeadRoute: true }, async (request, reply) => {
    const { base } = visitOf(request)
    // robots.txt is only read at the root of a host
    const address = base.startsWith('.') ? '/sitemap.xml' : `${base}sitemap.xml`
    // what a host in the request decides must reach nobody else
    const caching = settings.publicUrl === undefined ? 'no-store' : 'public, max-age=3600'
    reply.headers({ 'cache-control': caching, 'x-content-type-options': 'nosniff' }).type(plain)
    return reply.send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${address}\n`)
  })
  app.get('/p/style.css', { exposeHeadRoute: true }, async (request, reply) => {
    const accent = accentStyle(`#${Reflect.get(Object(request.query), 'accent')}`)
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' })
    return reply.type('text/css; charset=utf-8').send(style.css + accent)
  })
}

/**
 * The style of the app's first screen, which the build has put into index.html, if the app is built, and of offers. The version in
 * its address lets the file be cached for ever.
 */
async function readPageStyle(dist: string | undefined): Promise<{ address: string; css: string }> {
  const html = dist === undefined ? '' : await readFile(join(dist, 'index.html'), 'utf8').catch(() => '')
  const first = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text)
  const css = [...first, offerStyle].join('\n')
  const version = createHash('sha256').update(css).digest('base64url').slice(0, 10)
  return { address: `style.css?${version}`, css }
}
