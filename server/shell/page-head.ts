import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { logoIcon, phoneDigits, textIn } from '../../contract/texts/shop-texts.ts'
import { escapeHtml } from '../platform/http/plain-page.ts'

/** Links to e-mail and telephone, for browsers that are too old for the app. */
function contactLinks({ email, phone }: ShopSettings): string {
  const [mail, number] = [escapeHtml(email), escapeHtml(phone)]
  const links = [
    email && `<a href="mailto:${mail}">${mail}</a>`,
    phone && `<a href="tel:${phoneDigits(phone)}">${number}</a>`,
  ]
  return links.filter(Boolean).join('<br />')
}

/** Fills the shop's title, description, icons and the notice for old browsers into index.html. */
export function fillHead(html: string, { shop, locale }: { shop: ShopSettings; locale: Locale }): string {
  const name = escapeHtml(shop.name)
  const about = escapeHtml(textIn(shop.tagline, locale) || shop.name)
  const [icon, apple] = [logoIcon(shop.logo, 'small'), logoIcon(shop.logo, 'apple')]
  // functions, because `replace` would interpret a $ in a replacement text
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + about)
    .replace(/<link rel="icon"[^>]*>/, (link) => (icon ? `<link rel="icon" href="${icon}" />` : link))
    .replace(/<link rel="apple-touch-icon"[^>]*>/, (link) =>
      apple ? `<link rel="apple-touch-icon" href="${apple}" />` : link,
    )
    .replace(/(<section id="too-old">\s*<h1>)[^<]*/, (_, start: string) => start + name)
    .replace('<p id="too-old-contact"></p>', () => `<p>${contactLinks(shop)}</p>`)
}
