import type { Fish } from '../../contract/fishes.ts'
import { type Locale, nameIn } from '../../contract/locales.ts'
import { pictureSrcset } from '../../contract/picture.ts'
import { escapeHtml } from '../platform/http/plain-page.ts'
import { pageTexts } from './page-texts.ts'
import type { Visit } from './visit.ts'

/*
 * Parts of pages, with the markup of the app's own (src/ui, src/features/catalogue), so that the first screen's style fits.
 */

/** A product's picture, or an empty frame. */
export function pictureOf(fish: Fish, { root, locale }: Visit, { sizes, eager }: { sizes: string; eager: boolean }) {
  const [avif, webp] = (['avif', 'webp'] as const).map((format) =>
    pictureSrcset(fish.image, format)?.replaceAll('/images/', `${root}images/`),
  )
  if (!avif || !webp || !fish.image.startsWith('/images/')) return '<span class="picture"></span>'
  // in a list the name is right below: a screen reader would say it twice
  const alt = eager ? escapeHtml(nameIn(fish, locale)) : ''
  return `<span class="picture"><picture><source type="image/avif" srcset="${avif}" sizes="${sizes}"><img src="${root}${fish.image.slice(1)}" srcset="${webp}" sizes="${sizes}" alt="${alt}" width="640" height="480"${eager ? '' : ' loading="lazy"'} decoding="async"></picture></span>`
}

/** The mean of the reviews with one decimal place. */
const meanOf = (fish: Fish) => Math.round(fish.rating * 10) / 10

export function starsOf(fish: Fish, locale: Locale): string {
  const value = new Intl.NumberFormat(locale).format(meanOf(fish))
  return `<span class="stars"><svg width="5.25em" height="1.05em" viewBox="0 0 100 20" role="img" aria-label="${escapeHtml(pageTexts[locale].rated(value))}"><rect width="100" height="20"/><rect width="${Math.round(fish.rating * 20)}" height="20"/></svg></span>`
}

export function stockOf(fish: Fish, locale: Locale): string {
  const { inStock, outOfStock } = pageTexts[locale]
  return fish.countInStock > 0
    ? `<span class="stock">${inStock}</span>`
    : `<span class="stock stock-out">${outOfStock}</span>`
}

export const latin = (name: string) => `<span class="latin" lang="la">${escapeHtml(name)}</span>`
