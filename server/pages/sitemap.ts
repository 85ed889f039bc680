import { productPage } from '../../contract/product-pages.ts'
import { escapeHtml } from '../platform/http/plain-page.ts'

/** Products in one file: a tenth of a megabyte and some milliseconds. The protocol allows 50,000 addresses. */
export const sitemapProducts = 2000

export interface SitemapProduct {
  id: string
  trade_name: string
  updated_at: string
}

const start = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** One file of addresses (https://www.sitemaps.org/protocol.html); the first one also has the list. */
export function renderSitemap(base: string, { products, page }: { products: SitemapProduct[]; page: number }): string {
  const urls = products.map(
    ({ id, trade_name, updated_at }) =>
      `<url><loc>${escapeHtml(base + productPage({ _id: id, trade_name }))}</loc><lastmod>${updated_at}</lastmod></url>\n`,
  )
  const list = page === 1 ? `<url><loc>${escapeHtml(`${base}p/`)}</loc></url>\n` : ''
  return `${start}<urlset ${namespace}>\n${list}${urls.join('')}</urlset>\n`
}

/** The list of the files, for a shop with more products than one file has. */
export function renderSitemapIndex(base: string, files: number): string {
  const all = Array.from({ length: files }, (_, at) => `${base}sitemap.xml?page=${at + 1}`)
  const entries = all.map((file) => `<sitemap><loc>${escapeHtml(file)}</loc></sitemap>\n`)
  return `${start}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

export function renderRobots(address: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${address}\n`
}
