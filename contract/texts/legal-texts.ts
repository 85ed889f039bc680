import type { Locale } from '../locales.ts'

/* The pages that the law asks for. */

export const legalPages = ['terms', 'privacy', 'imprint'] as const
export type LegalPage = (typeof legalPages)[number]

/** The version of each page's text; 0 where the shop has none. */
export type LegalVersions = Record<LegalPage, number>

export const noLegalPages: LegalVersions = { terms: 0, privacy: 0, imprint: 0 }

/** A text in the reader's language; where it is missing in English, where that is missing too in any. */
export function legalTextIn(texts: Record<Locale, string>, locale: Locale): string {
  return texts[locale].trim() || texts.en.trim() || texts.fr.trim() || texts.es.trim()
}

/** A part of a paragraph: words, or a link. */
type LegalPart = { text: string; href?: string }

/** Finds the addresses of pages and mailboxes in a paragraph. Only `https:`, `http:` and `mailto:` become links. */
export function readLinks(paragraph: string): LegalPart[] {
  // a mailbox begins at the start of a word and has a longest name, so that no long word is read again from each of its letters
  const found = paragraph.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/)
  return found.flatMap((text, at): LegalPart[] => {
    if (text === '') return []
    if (at % 2 === 0) return [{ text }]
    return [{ text, href: text.includes('://') ? text : `mailto:${text}` }]
  })
}
