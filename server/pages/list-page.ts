import type { Fish, FishPage } from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { factsLine } from '../../contract/line-facts.ts'
import { colonIn, nameIn } from '../../contract/locales.ts'
import { type ListChoice, listPage, productPage } from '../../contract/product-pages.ts'
import { textIn } from '../../contract/texts/shop-texts.ts'
import { escapeHtml } from '../platform/http/plain-page.ts'
import { framePage, type PageContext } from './frame.ts'
import { pageTexts } from './page-texts.ts'
import { latin, pictureOf, starsOf, stockOf } from './product-html.ts'
import { inLanguage, type Visit } from './visit.ts'

/** Products on a page of a list: whole pages of the app's list, which continues with the same products. */
export const listedProducts = business.listPerPage * 4

/** A link to another page in the language that the visitor has asked for. */
const linkTo = ({ root, locale, isLocaleAsked }: Visit, page: string) =>
  escapeHtml(root + inLanguage(page, isLocaleAsked ? locale : undefined))

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
  const t = pageTexts[visit.locale]
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
  const { locale, root, isLocaleAsked } = visit
  const t = pageTexts[locale]
  const { keyword, type } = choice
  const segment = (label: string, of?: ListChoice['type']) =>
    `<a class="button" href="${linkTo(visit, listPage({ type: of }))}"${of === type && !keyword ? ' aria-current="page"' : ''}>${label}</a>`
  const title = keyword ? t.products + colonIn(locale) + keyword : type ? t[type] : t.products
  const numbered = list.page > 1 ? `${title} · ${t.page(list.page)}` : title
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
${isLocaleAsked ? `<input type="hidden" name="lng" value="${locale}">` : ''}
<input class="search-field" type="search" name="keyword" maxlength="${limits.keywordLength}" autocomplete="off" aria-label="${t.searchProducts}" value="${escapeHtml(keyword ?? '')}">
<button class="button button-primary">${t.search}</button></form></search>
<nav class="row segments" aria-label="${t.categories}">${segment(t.all)}${segment(t.fish, 'fish')}${segment(t.seafood, 'seafood')}</nav></div>
${cards ? `<ul class="cards">${cards}</ul>` : `<p>${escapeHtml(keyword ? t.nothing(keyword) : t.none)}</p>`}
${pagerOf(list, visit, choice)}`,
  })
}
