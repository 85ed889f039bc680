import type { FishDetail } from '../../contract/fishes.ts'
import { factsLine, pickFacts, productFacts } from '../../contract/line-facts.ts'
import { nameIn } from '../../contract/locales.ts'
import { pictureCard, pictureUrl } from '../../contract/picture.ts'
import { productPage } from '../../contract/product-pages.ts'
import { escapeHtml } from '../platform/http/plain-page.ts'
import { framePage, type PageContext } from './frame.ts'
import { pageTexts } from './page-texts.ts'
import { latin, pictureOf, starsOf, stockOf } from './product-html.ts'

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

/** The page of a product, from the API's public answers. */
export function renderProduct(context: PageContext, fish: FishDetail): string {
  const { visit } = context
  const { locale, root, base } = visit
  const t = pageTexts[locale]
  const name = nameIn(fish, locale)
  const description = [fish.scientific_name, factsLine(pickFacts(fish), locale), fish.origin]
    .filter(Boolean)
    .join(' · ')
  const address = productPage(fish)
  const screen = `#/products/${encodeURIComponent(fish._id)}`
  const card = pictureCard(fish.image)?.slice(1)
  const images = [card, pictureUrl(fish.image, 1280, 'webp')?.slice(1)]
  const image = images.flatMap((each) => (each ? [base + each] : []))
  const rows = [...productFacts(fish, locale), [t.price, '---']].map(
    ([label = '', value = '']) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  const sizes = '(min-width: 75rem) 40rem, (min-width: 62rem) 52vw, 94vw'
  const lng = visit.isLocaleAsked ? `?lng=${locale}` : ''
  const reviews = `<p class="row segments">${starsOf(fish, locale)}<span>${t.reviews(fish.numReviews)}</span></p>`
  return framePage(context, {
    title: name,
    description: description || name,
    address,
    screen,
    card,
    kind: 'product',
    head: linkedData(fish, { name, description: description || name, url: base + address, image }),
    main: `<div><h1>${escapeHtml(name)}</h1>
${fish.scientific_name ? `<p class="page-lead">${latin(fish.scientific_name)}</p>` : ''}</div>
<div class="product">${pictureOf(fish, visit, { sizes, eager: true })}
<div class="product-info">${reviews}
<dl class="facts">${rows.join('')}</dl>
<div class="offer"><div>${stockOf(fish, locale)}</div><p class="muted">${t.request}</p></div>
<p><a class="button button-primary" href="${root}${lng}${screen}">${t.open}</a></p>
</div></div>`,
  })
}

/** The page in place of a product, or of another page, that is unknown or was deleted. */
export function renderMissing(context: PageContext, what: 'product' | 'page' = 'product'): string {
  const t = pageTexts[context.visit.locale]
  const title = what === 'product' ? t.missing : t.missingPage
  return framePage(context, {
    title,
    description: t.missingText,
    main: `<h1>${title}</h1><p>${t.missingText}</p>
<p><a class="button button-primary" href="${context.visit.root}p/">${t.products}</a></p>`,
  })
}
