import type { Locale } from '../../contract/locales.ts'
import type { ShopText } from '../../contract/shop.ts'
import { type LegalPage, legalTextIn, readLinks } from '../../contract/texts/legal-texts.ts'
import { readAbout } from '../../contract/texts/shop-texts.ts'
import { escapeHtml } from '../platform/http/plain-page.ts'
import { framePage, type PageContext } from './frame.ts'
import { legalTitles } from './page-texts.ts'

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
  const title = legalTitles[locale][page]
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
