import { oneLine } from '../../contract/fields.ts'
import type { Fish, FishDetail, FishPage } from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { colonIn, type Locale, nameIn } from '../../contract/locales.ts'
import { pictureCard, pictureSrcset, pictureUrl } from '../../contract/picture.ts'
import { descriptionIn, factsLine, pickFacts, productFacts } from '../../contract/product-fields.ts'
import { type ListChoice, listPage, productPage } from '../../contract/product-pages.ts'
import { textIn } from '../../contract/shop.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { framePage, linkTo, type PageContext, screenLink, type Visit } from './frame.ts'
import { fill, pageTexts } from './page-texts.ts'

/* Parts of pages, with the markup of the app's own (src/ui, src/catalogue), so that the first screen's style fits. */

/** A product's picture, or an empty frame. */
function pictureOf(fish: Fish, { root, locale }: Visit, { sizes, eager }: { sizes: string; eager: boolean }) {
  const [avif, webp] = (['avif', 'webp'] as const).map((format) =>
    pictureSrcset(fish.image, format)?.replaceAll('/images/', `${root}images/`),
  )
  if (!avif || !webp || !fish.image.startsWith('/images/')) return '<span class="picture"></span>'
  // in a list the name is right below: a screen reader would say it twice
  const alt = eager ? escapeHtml(nameIn(fish, locale)) : ''
  return `<span class="picture"><picture><source type="image/avif" srcset="${avif}" sizes="${sizes}"><img src="${root}${fish.image.slice(1)}" srcset="${webp}" sizes="${sizes}" alt="${alt}" width="640" height="480"${eager ? '' : ' loading="lazy"'} decoding="async"></picture></span>`
}

function starsOf(fish: Fish, locale: Locale): string {
  const value = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(fish.rating)
  return `<span class="stars"><svg width="5.25em" height="1.05em" viewBox="0 0 100 20" role="img" aria-label="${escapeHtml(fill(pageTexts(locale).rated, value))}"><rect width="100" height="20"/><rect width="${Math.round(fish.rating * 20)}" height="20"/></svg></span>`
}

function stockOf(fish: Fish, locale: Locale): string {
  const { inStock, outOfStock } = pageTexts(locale)
  return fish.countInStock > 0
    ? `<span class="stock">${inStock}</span>`
    : `<span class="stock stock-out">${outOfStock}</span>`
}

const latin = (name: string) => `<span class="latin" lang="la">${escapeHtml(name)}</span>`
/** Products on a page of a list: whole pages of the app's list, which continues with the same products. */
export const listedProducts = business.listPerPage * 4

function cardOf(fish: Fish, visit: Visit): string {
  const { locale } = visit
  const { size, packing, weight, scientific_name: scientific } = fish
  const facts = factsLine({ size, weight, ...(packing && { packing }) }, locale)
  const sizes = '(min-width: 75rem) 24rem, (min-width: 48rem) 31vw, 38vw'
  return `<li><article class="card">${pictureOf(fish, visit, { sizes, eager: false })}<div class="card-body">
<h2 class="card-name"><a href="${linkTo(visit, productPage(fish))}">${escapeHtml(nameIn(fish, locale))}</a></h2>
${scientific ? `<p>${latin(scientific)}</p>` : ''}${facts ? `<p class="card-facts">${escapeHtml(facts)}</p>` : ''}
<div class="card-foot">${stockOf(fish, locale)}${fish.numReviews > 0 ? starsOf(fish, locale) : ''}</div></div></article></li>`
}

function pagerOf({ page, pages }: FishPage, visit: Visit, choice: ListChoice): string {
  if (pages <= 1) return ''
  const t = pageTexts(visit.locale)
  const to = (at: number, rel: string, label: string) =>
    at >= 1 && at <= pages
      ? `<a class="button" rel="${rel}" href="${linkTo(visit, listPage({ ...choice, page: at }))}">${label}</a>`
      : ''
  return `<nav class="row pager" aria-label="${t.pages}">${to(page - 1, 'prev', t.previous)}<span aria-current="page">${page} / ${pages}</span>${to(page + 1, 'next', t.next)}</nav>`
}

/** The screen of the app that shows these products. */
function screenOf({ keyword, type }: ListChoice, page: number): string {
  const appPage = (page - 1) * (listedProducts / business.listPerPage) + 1
  const query = new URLSearchParams({ ...(keyword && { keyword }), ...(appPage > 1 && { page: String(appPage) }) })
  return `#/products${type ? `/category/${type}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

/** A page of the product list, or of a search, from the API's public answers. */
export function renderList(context: PageContext, { choice, list }: { choice: ListChoice; list: FishPage }): string {
  const { visit, shop } = context
  const { locale, root, asked } = visit
  const t = pageTexts(locale)
  const { keyword, type } = choice
  const segment = (label: string, of?: ListChoice['type']) =>
    `<a class="button" href="${linkTo(visit, listPage({ type: of }))}"${of === type && !keyword ? ' aria-current="page"' : ''}>${label}</a>`
  const title = keyword ? t.products + colonIn(locale) + keyword : type ? t[type] : t.products
  const numbered = list.page > 1 ? `${title} · ${fill(t.page, list.page)}` : title
  const cards = list.fishes.map((fish) => cardOf(fish, visit)).join('')
  return framePage(context, {
    title: numbered,
    description: textIn(shop.tagline, locale) || shop.name,
    address: listPage({ ...choice, page: list.page }),
    screen: screenOf(choice, list.page),
    // a search has no page of its own in a search engine
    isListed: !keyword && list.total > 0,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="row"><search class="search"><form class="search" action="${root}p/">
${asked ? `<input type="hidden" name="lng" value="${locale}">` : ''}
<input class="search-field" type="search" name="keyword" maxlength="${limits.keywordLength}" autocomplete="off" aria-label="${t.searchProducts}" value="${escapeHtml(keyword ?? '')}">
<button class="button button-primary">${t.search}</button></form></search>
<nav class="row segments" aria-label="${t.categories}">${segment(t.all)}${segment(t.fish, 'fish')}${segment(t.seafood, 'seafood')}</nav></div>
${cards ? `<ul class="cards">${cards}</ul>` : `<p>${escapeHtml(keyword ? fill(t.nothing, keyword) : t.none)}</p>`}
${pagerOf(list, visit, choice)}`,
  })
}

/** Characters of a description that search engines and chats show. */
const shownCharacters = 200
/** A text that ends at a word. */
const shortened = (text: string) =>
  text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters).replace(/\s+\S*$/, '')}…`

/** The product for search engines (https://schema.org/Product), without a price: there is none before an offer. */
function linkedData(fish: FishDetail, page: { name: string; description: string; url: string; image: string[] }) {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    ...page,
    productID: fish._id,
    ...(fish.code && { sku: fish.code }),
    ...(fish.scientific_name && { alternateName: fish.scientific_name }),
    category: fish.category,
    ...(fish.numReviews > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: fish.rating, reviewCount: fish.numReviews },
    }),
  }
  // in a script element only a tag could end the text
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

export function renderProduct(context: PageContext, fish: FishDetail): string {
  const { visit } = context
  const { locale, base } = visit
  const t = pageTexts(locale)
  const name = nameIn(fish, locale)
  const facts = [fish.scientific_name, factsLine(pickFacts(fish), locale), fish.origin].filter(Boolean).join(' · ')
  const text = descriptionIn(fish, locale)
  const description = oneLine(text) || facts || name
  const address = productPage(fish)
  const screen = `#/products/${encodeURIComponent(fish._id)}`
  const card = pictureCard(fish.image)?.slice(1)
  const shown = fish.images ?? [fish.image]
  const images = [card, ...shown.map((each) => pictureUrl(each, 1280, 'webp')?.slice(1))]
  const image = images.flatMap((each) => (each ? [base + each] : []))
  const rows = productFacts(fish, locale).map(
    ([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  const sizes = '(min-width: 75rem) 40rem, (min-width: 62rem) 52vw, 94vw'
  const reviews = fish.numReviews === 1 ? t.review : fill(t.reviews, fish.numReviews)
  return framePage(context, {
    title: name,
    description: shortened(description),
    address,
    screen,
    card,
    kind: 'product',
    head: linkedData(fish, { name, description, url: base + address, image }),
    main: `<div><h1>${escapeHtml(name)}</h1>
${fish.scientific_name ? `<p class="page-lead">${latin(fish.scientific_name)}</p>` : ''}</div>
<div class="product">${pictureOf(fish, visit, { sizes, eager: true })}
<div class="product-info"><p class="row segments">${starsOf(fish, locale)}<span>${reviews}</span></p>
${text ? `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>` : ''}<dl class="facts">${rows.join('')}</dl>
<div class="offer"><div class="row">${stockOf(fish, locale)}<span>${t.price} ---</span></div><p class="muted">${t.request}</p></div>
<p><a class="button button-primary" href="${screenLink(visit, screen)}">${t.open}</a></p>
</div></div>`,
  })
}

/** The page in place of a product, or of another page, that is unknown or was deleted. */
export function renderMissing(context: PageContext, what: 'Product' | 'Page'): string {
  const t = pageTexts(context.visit.locale)
  const title = t[`missing${what}`]
  return framePage(context, {
    title,
    description: t.missingText,
    main: `<h1>${title}</h1><p>${t.missingText}</p>
<p><a class="button button-primary" href="${context.visit.root}p/">${t.products}</a></p>`,
  })
}
