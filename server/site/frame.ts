import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Locale, locales } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import {
  type LegalPage,
  legalPages,
  legalTextIn,
  logoIcon,
  readAbout,
  readLinks,
  type ShopSettings,
  type ShopText,
  shopLine,
} from '../../contract/shop.ts'
import { askedLanguage, visitorLanguage } from '../http/client-address.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { pageTexts } from './page-texts.ts'

/** What a page depends on besides the catalogue and its own path. */
export interface Visit {
  locale: Locale
  /** whether the address names the language */
  isLocaleAsked: boolean
  /** from the page to the folder of the app: `../../` */
  root: string
  /** the same absolutely, with a slash at its end; `root` where the server does not know its own address */
  base: string
}

const hostName = /^([a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** The public address of the shop: by the setting, else as a trusted proxy says, else unknown. */
function publicAddress(request: FastifyRequest, settings: PageSettings): string | undefined {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  if (settings.trustProxy === false || !hostName.test(request.host)) return undefined
  return `${request.protocol === 'https' ? 'https' : 'http'}://${request.host.toLowerCase()}`
}

export interface PageSettings {
  /** without a slash at its end */
  publicUrl?: string | undefined
  /** `false` where no proxy is trusted to name the host */
  trustProxy: unknown
}

export function readVisit(request: FastifyRequest, settings: PageSettings): Visit {
  const path = request.url.split('?')[0] ?? ''
  const depth = path.split('/').length - 2
  const root = depth > 0 ? '../'.repeat(depth) : './'
  const base = publicAddress(request, settings)
  const asked = askedLanguage(request.url)
  return {
    locale: asked ?? visitorLanguage(request),
    isLocaleAsked: asked !== undefined,
    root,
    base: base === undefined ? root : `${base}/`,
  }
}

/** The key of the visit in the cache. */
export const visitKey = ({ locale, isLocaleAsked, root, base }: Visit) => [locale, isLocaleAsked, root, base]

/** The address of a page in a language; without one, in that of its reader. */
export function inLanguage(address: string, locale: Locale | undefined): string {
  if (!locale) return address
  return `${address}${address.includes('?') ? '&' : '?'}lng=${locale}`
}

/** The absolute addresses of a page in all languages, `x-default` for that of its reader. */
function alternates(base: string, page: string): [language: string, address: string][] {
  const named = locales.map((locale): [string, string] => [locale, base + inLanguage(page, locale)])
  return [...named, ['x-default', base + page]]
}

/** What all pages have. */
export interface PageContext {
  visit: Visit
  shop: ShopSettings
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

/*
 * Opens the app where there are scripts. Search engines and chats, some of which run them too, read this page, since
 * the app's own address says nothing to them; so do browsers that are too old for the app (src/first-paint/before-paint.ts).
 */
const openApp = `(function(){var s=document.documentElement.getAttribute('data-screen')
if(s&&!/bot|crawl|spider|preview/i.test(navigator.userAgent)&&'CSSPropertyRule' in window&&CSS.supports('color', 'color-mix(in srgb, red, red)'))location.replace(s)})()`

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

const names = { en: 'English', fr: 'Français', es: 'Español' }
const territories = { en: 'en_GB', fr: 'fr_FR', es: 'es_ES' }

function header({ visit: { root, locale, isLocaleAsked }, shop }: PageContext): string {
  const t = pageTexts(locale).page
  const own = isLocaleAsked ? locale : undefined
  const logo = pictureUrl(shop.logo, 320, 'webp')?.slice(1)
  const mark = logo
    ? `<img class="brand-mark brand-logo" src="${root}${logo}" alt="" width="36" height="36">`
    : '<span class="brand-mark"></span>'
  const languages = locales.map((each) => {
    const current = each === locale ? ' aria-current="page"' : ''
    return `<a class="header-link" href="?lng=${each}" lang="${each}" hreflang="${each}" title="${names[each]}"${current}>${each.toUpperCase()}</a>`
  })
  return `<header class="header"><div class="header-bar">
<a class="brand" href="${escapeHtml(inLanguage(root, own))}">${mark}${escapeHtml(shop.shortName)}</a>
<a class="header-link" href="${escapeHtml(inLanguage(`${root}p/`, own))}">${t.products}</a>
<nav class="row" aria-label="${t.languages}">${languages.join('')}</nav>
</div></header>`
}

/** The addresses of the page for search engines and chats. */
function addresses({ visit, shop }: PageContext, page: Page): string {
  const { address, card, kind = 'website', isListed = true } = page
  const { locale, base, isLocaleAsked } = visit
  if (address === undefined) return '<meta name="robots" content="noindex">'
  const own = base + inLanguage(address, isLocaleAsked ? locale : undefined)
  const picture = base + (card ?? logoIcon(shop.logo, 'large')?.slice(1) ?? 'icon-512.png')
  const size: [string, string][] = card
    ? [
        ['og:image:width', '1200'],
        ['og:image:height', '630'],
        ['og:image:alt', page.title],
      ]
    : []
  const graph: [string, string][] = [
    ['og:type', kind],
    ['og:site_name', shop.name],
    ['og:locale', territories[locale]],
    ['og:title', page.title],
    ['og:description', page.description],
    ['og:url', own],
    ['og:image', picture],
    ...size,
  ]
  const twitter: [string, string][] = [
    ['twitter:card', card ? 'summary_large_image' : 'summary'],
    ['twitter:title', page.title],
    ['twitter:description', page.description],
    ['twitter:image', picture],
  ]
  return [
    isListed ? '' : '<meta name="robots" content="noindex, follow">',
    `<link rel="canonical" href="${escapeHtml(own)}">`,
    ...alternates(base, address).map(
      ([language, each]) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(each)}">`,
    ),
    ...graph.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
    ...twitter.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`),
  ].join('\n')
}

/** The pages that the law asks for, as far as the shop has them. */
function legalLinks({ visit: { root, locale, isLocaleAsked }, shop }: PageContext): string[] {
  return legalPages.flatMap((page) => {
    if (shop.legal[page] === 0) return []
    const address = inLanguage(`${root}legal/${page}`, isLocaleAsked ? locale : undefined)
    return `<a href="${escapeHtml(address)}">${pageTexts(locale).legal[page]}</a>`
  })
}

/** The HTML of a whole page. */
export function framePage(context: PageContext, page: Page): string {
  const { shop, style } = context
  const { locale, root, isLocaleAsked } = context.visit
  const lng = isLocaleAsked ? `?lng=${locale}` : ''
  const screen = page.screen === undefined ? '' : ` data-screen="${escapeHtml(root + lng + page.screen)}"`
  const icon = logoIcon(shop.logo, 'small')?.slice(1)
  const iconLink = icon ? `href="${root}${icon}"` : `href="${root}icon.svg" type="image/svg+xml"`
  return `<!doctype html>
<html lang="${locale}"${screen}><head><meta charset="utf-8">
${page.screen === undefined ? '' : `<script>${openApp}</script>`}
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0b2540"><meta name="color-scheme" content="light dark">
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
<footer class="footer"><p class="footer-end">${[escapeHtml(shopLine(shop, locale)), ...legalLinks(context)].join(' · ')}</p></footer>
</div></body></html>
`
}

/** A paragraph with its line breaks, and links where addresses are. */
function paragraphOf(text: string): string {
  const parts = readLinks(text).map(({ text: words, href }) =>
    href ? `<a href="${escapeHtml(href)}" rel="noreferrer">${escapeHtml(words)}</a>` : escapeHtml(words),
  )
  return `<p class="note">${parts.join('')}</p>`
}

/** Terms, privacy or imprint, for browsers without scripts. */
export function renderLegal(context: PageContext, page: LegalPage, text: ShopText): string {
  const locale: Locale = context.visit.locale
  const title = pageTexts(locale).legal[page]
  const { lead, sections } = readAbout(legalTextIn(text, locale))
  const parts = sections.flatMap(({ title: heading, paragraphs, parts: inner }) => [
    `<h2>${escapeHtml(heading)}</h2>`,
    ...paragraphs.map(paragraphOf),
    ...inner.flatMap((part) => [`<h3>${escapeHtml(part.title)}</h3>`, ...part.paragraphs.map(paragraphOf)]),
  ])
  return framePage(context, {
    title,
    description: `${title} · ${context.shop.name}`,
    address: `legal/${page}`,
    screen: `#/${page}`,
    main: `<div class="legal"><h1>${title}</h1>\n${[...lead.map(paragraphOf), ...parts].join('\n')}</div>`,
  })
}
