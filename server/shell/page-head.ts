import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { logoIcon, phoneDigits, textIn } from '../../contract/shop-texts.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text that is nothing but text, in an element and in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Mail and telephone, for browsers that are too old for the app. */
function contactLinks({ email, phone }: ShopSettings): string {
  const [mail, number] = [escapeHtml(email), escapeHtml(phone)]
  const links = [
    email && `<a href="mailto:${mail}">${mail}</a>`,
    phone && `<a href="tel:${phoneDigits(phone)}">${number}</a>`,
  ]
  return links.filter(Boolean).join('<br />')
}

/** Puts the shop into what the page has beside the app: title, description, icons, the sentence for old browsers. */
export function fillHead(html: string, { shop, locale }: { shop: ShopSettings; locale: Locale }): string {
  const name = escapeHtml(shop.name)
  const about = escapeHtml(textIn(shop.tagline, locale) || shop.name)
  const [icon, apple] = [logoIcon(shop.logo, 'small'), logoIcon(shop.logo, 'apple')]
  // by functions: a $ in a text would be read as a part of the pattern
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
