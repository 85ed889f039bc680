import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Locale, locales } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import * as shops from '../../contract/shop.ts'
import { askedLanguage, visitorLanguage } from '../http/caller.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { pageTexts } from './page-texts.ts'

/** What a page depends on besides the catalogue and its own path. */
export interface Visit {
  locale: Locale
  /** the language that the address names */
  asked: Locale | undefined
  /** from the page to the folder of the app: `../../` */
  root: string
  /** the same absolutely, with a slash at its end; `root` where the server does not know its own address */
  base: string
}

const hostName = /^([a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?$/i

export interface PageSettings {
  /** without a slash at its end */
  publicUrl?: string | undefined
  /** `false` where no proxy is trusted to name the host */
  trustProxy: unknown
}

/** The public address of the shop: by the setting, else as a trusted proxy says, else unknown. */
function publicAddress({ protocol, host }: FastifyRequest, { publicUrl, trustProxy }: PageSettings) {
  if (publicUrl !== undefined || trustProxy === false || !hostName.test(host)) return publicUrl
  return `${protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`
}

export function readVisit(request: FastifyRequest, settings: PageSettings): Visit {
  const path = request.url.split('?')[0] ?? ''
  const root = '../'.repeat(Math.max(path.split('/').length - 2, 0)) || './'
  const base = publicAddress(request, settings)
  const [locale, asked] = [visitorLanguage(request), askedLanguage(request.url)]
  return { locale, asked, root, base: base === undefined ? root : `${base}/` }
}

/** The address of a page in a language; without one, in that of its reader. */
const inLanguage = (address: string, locale: Locale | undefined) =>
  locale ? `${address}${address.includes('?') ? '&' : '?'}lng=${locale}` : address

/** A link to another page in the language that the visitor has asked for. */
export const linkTo = ({ root, asked }: Visit, page: string) => escapeHtml(root + inLanguage(page, asked))
/** A link to a screen of the app, which has its language before the `#`. */
export const screenLink = ({ root, asked }: Visit, screen: string) => escapeHtml(inLanguage(root, asked) + screen)

/** What all pages have. */
export interface PageContext {
  visit: Visit
  shop: shops.ShopSettings
  /** the file name of the style, with its version */
  style: string
}

interface Page {
  title: string
  description: string
  /** the address of the page without its language, from the folder of the app; undefined for a page without an address of its own */
  address?: string
  /** the screen of the app that shows the same: `#/products/…` */
  screen?: string
  isListed?: boolean
  /** of 1200 × 630 px, from the folder of the app */
  card?: string | undefined
  kind?: 'website' | 'product'
  /** trusted HTML */
  head?: string
  /** trusted HTML */
  main: string
}

/* Opens the app where there are scripts; search engines, chats and browsers too old for it (src/catalogue/before-paint.ts) read this page. */
const openApp = `(function(){var s=document.documentElement.getAttribute('data-screen')
if(s&&!/bot|crawl|spider|preview/i.test(navigator.userAgent)&&'CSSPropertyRule' in window&&'popover' in HTMLElement.prototype)location.replace(s)})()`

const scriptHash = createHash('sha256').update(openApp).digest('base64')
export const pagePolicy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What each page is sent with. HSTS only over TLS: it would lock people out of a shop on plain HTTP. */
export const securityHeaders = ({ protocol }: FastifyRequest, policy: string) => ({
  'content-security-policy': policy,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...(protocol === 'https' && { 'strict-transport-security': 'max-age=31536000' }),
})

const names = { en: 'English', fr: 'Français', es: 'Español' }
const territories = { en: 'en_GB', fr: 'fr_FR', es: 'es_ES' }

function header({ visit, shop }: PageContext): string {
  const { root, locale } = visit
  const t = pageTexts(locale)
  const [logo, wide] = [pictureUrl(shop.logo, 320, 'webp'), pictureUrl(shop.logoWide, 640, 'webp')]
  const image = (name: string, file: string, width: number) =>
    `<img class="${name}" src="${root}${file.slice(1)}" alt="" width="${width}" height="36">`
  const mark = logo ? image('brand-mark brand-logo', logo, 36) : '<span class="brand-mark"></span>'
  const name = escapeHtml(shop.shortName)
  const brand = wide ? image('brand-wide', wide, 144) : mark + name
  const languages = locales.map((each) => {
    const current = each === locale ? ' aria-current="page"' : ''
    return `<a class="header-link" href="?lng=${each}" lang="${each}" hreflang="${each}" title="${names[each]}"${current}>${each.toUpperCase()}</a>`
  })
  return `<header class="header"><div class="header-bar">
<a class="brand" href="${linkTo(visit, '')}" aria-label="${name}">${brand}</a>
<a class="header-link" href="${linkTo(visit, 'p/')}">${t.products}</a>
<nav class="row" aria-label="${t.languages}">${languages.join('')}</nav>
</div></header>`
}

const metas = (attribute: 'name' | 'property', contents: Record<string, string>) =>
  Object.entries(contents).map(([name, text]) => `<meta ${attribute}="${name}" content="${escapeHtml(text)}">`)

/** The addresses of the page for search engines and chats. */
function addresses({ visit: { locale, base, asked }, shop }: PageContext, page: Page): string {
  const { title, description, address, card, kind = 'website', isListed = true } = page
  if (address === undefined) return '<meta name="robots" content="noindex">'
  const own = base + inLanguage(address, asked)
  const image = base + (card ?? shops.logoIcon(shop.logo, 'large')?.slice(1) ?? 'icon-512.png')
  const alternate = (language: string, each: Locale | undefined) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(base + inLanguage(address, each))}">`
  return [
    isListed ? '' : '<meta name="robots" content="noindex, follow">',
    `<link rel="canonical" href="${escapeHtml(own)}">`,
    ...locales.map((each) => alternate(each, each)),
    alternate('x-default', undefined),
    ...metas('property', {
      ...{ 'og:type': kind, 'og:site_name': shop.name, 'og:locale': territories[locale], 'og:title': title },
      ...{ 'og:description': description, 'og:url': own, 'og:image': image },
      ...(card && { 'og:image:width': '1200', 'og:image:height': '630', 'og:image:alt': title }),
    }),
    ...metas('name', {
      ...{ 'twitter:card': card ? 'summary_large_image' : 'summary', 'twitter:title': title },
      ...{ 'twitter:description': description, 'twitter:image': image },
    }),
  ].join('\n')
}

export function framePage(context: PageContext, page: Page): string {
  const { visit, shop, style } = context
  const { locale, root } = visit
  const screen = page.screen === undefined ? '' : ` data-screen="${screenLink(visit, page.screen)}"`
  // the pages that the law asks for, as far as the shop has them
  const legal = shops.legalPages
    .filter((each) => shop.legal[each] > 0)
    .map((each) => `<a href="${linkTo(visit, `legal/${each}`)}">${pageTexts(locale)[each]}</a>`)
  const icon = shops.logoIcon(shop.logo, 'small')?.slice(1)
  const iconLink = icon ? `href="${root}${icon}"` : `href="${root}icon.svg" type="image/svg+xml"`
  return `<!doctype html>
<html lang="${locale}"${screen}><head><meta charset="utf-8">
${screen && `<script>${openApp}</script>`}
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${page.title} · ${shop.name}`)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="icon" ${iconLink}>
${addresses(context, page)}
${page.head ?? ''}
<link rel="stylesheet" href="${root}p/${style}">
</head><body><div class="app">
${header(context)}
<main class="app-main"><div class="page">
${page.main}
</div></main>
<footer class="footer"><p class="footer-end">${[escapeHtml(shops.shopLine(shop, locale)), ...legal].join(' · ')}</p></footer>
</div></body></html>
`
}

/** A paragraph with its line breaks, and links where addresses are. */
function paragraphOf(text: string): string {
  const parts = shops
    .readLinks(text)
    .map(({ text: words, href }) =>
      href ? `<a href="${escapeHtml(href)}" rel="noreferrer">${escapeHtml(words)}</a>` : escapeHtml(words),
    )
  return `<p class="note">${parts.join('')}</p>`
}

/** Terms, privacy or imprint, for browsers without scripts. */
export function renderLegal(context: PageContext, page: shops.LegalPage, text: shops.ShopText): string {
  const { locale } = context.visit
  const title = pageTexts(locale)[page]
  const { lead, sections } = shops.readAbout(shops.legalTextIn(text, locale))
  const part = (level: 'h2' | 'h3', { title: heading, paragraphs }: { title: string; paragraphs: readonly string[] }) =>
    [`<${level}>${escapeHtml(heading)}</${level}>`, ...paragraphs.map(paragraphOf)].join('\n')
  const parts = sections.flatMap((section) => [part('h2', section), ...section.parts.map((inner) => part('h3', inner))])
  return framePage(context, {
    title,
    description: `${title} · ${context.shop.name}`,
    address: `legal/${page}`,
    screen: `#/${page}`,
    main: `<div class="legal"><h1>${title}</h1>\n${[...lead.map(paragraphOf), ...parts].join('\n')}</div>`,
  })
}
