import * as v from 'valibot'
import { flag, int, oneOf, required, text, tolerantList } from './fields.ts'
import { limits } from './limits.ts'
import type { Locale } from './locales.ts'
import { defaultCurrencies } from './offers.ts'
import { type DocumentKind, documentKinds } from './shipment/claims.ts'

/* The pages that the law asks for. */

export const legalPages = ['terms', 'privacy', 'imprint'] as const
export type LegalPage = (typeof legalPages)[number]
/** The version of each page's text; 0 where the shop has none. */
export const LegalVersions = v.object({ terms: int, privacy: int, imprint: int })
export type LegalVersions = v.InferOutput<typeof LegalVersions>

/** A text in the reader's language; where it is missing in English, where that is missing too in any. */
export const legalTextIn = (texts: Record<Locale, string>, locale: Locale) =>
  texts[locale].trim() || texts.en.trim() || texts.fr.trim() || texts.es.trim()

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

/* Reads the shop's settings. */

/** One text in the three languages. */
export type Texts = Record<Locale, string>

/** A text in the reader's language; where it is empty in English, where that is empty too in any. */
export const textIn = (texts: Texts, locale: Locale) => texts[locale] || texts.en || texts.fr || texts.es

/** The shop's name, address, telephone and e-mail in one line. */
export function shopLine(
  { name, street, city, phone, email }: Pick<ShopSettings, 'name' | 'street' | 'city' | 'phone' | 'email'>,
  locale: Locale,
): string {
  const address = [name, street, textIn(city, locale)].filter(Boolean).join(', ')
  return [address, phone, email].filter(Boolean).join(' · ')
}

/** The `+` and digits of a phone number. */
export const phoneDigits = (phone: string) => phone.replace(/[^+\d]/g, '')

/** Whether a text is a phone number: 5 to 15 digits (ITU-T E.164) and the usual separators. */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length
  return /^\+?[\d\s()./-]+$/.test(phone.trim()) && digits >= 5 && digits <= 15
}

export interface AboutSection {
  title: string
  paragraphs: string[]
  parts: AboutSection[]
}

/** Parses the text about the shop: a lead before the first heading, then sections (`#`) with parts (`##`). */
export function readAbout(text: string): { lead: string[]; sections: AboutSection[] } {
  const lead: string[] = []
  const sections: AboutSection[] = []
  let isOpen = false
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const [, signs, title = ''] = /^(##?)(?!#)(.*)$/.exec(line) ?? []
    const section = sections.at(-1)
    const paragraphs = section?.parts.at(-1)?.paragraphs ?? section?.paragraphs ?? lead
    const made: AboutSection = { title: title.trim(), paragraphs: [], parts: [] }
    if (signs === '##' && section) section.parts.push(made)
    else if (signs) sections.push(made)
    else if (line && isOpen) paragraphs.push(`${paragraphs.pop()}\n${line}`)
    else if (line) paragraphs.push(line)
    isOpen = !signs && line !== ''
  }
  return { lead, sections }
}

/** Icon files of a logo, besides its sizes as a picture. */
export const logoIcons = {
  small: 'icon-192.png',
  large: 'icon-512.png',
  maskable: 'icon-maskable-512.png',
  apple: 'apple-touch-icon.png',
} as const

/** The address of one of a logo's icons; undefined if the logo is not a stored picture. */
export function logoIcon(logo: string, icon: keyof typeof logoIcons): string | undefined {
  const folder = /^(\/images\/[0-9a-f]{16,64}\/)640\.webp$/.exec(logo)?.[1]
  return folder && folder + logoIcons[icon]
}

// marked, so that bundlers leave out of what buyers load what only administrators send
// @__NO_SIDE_EFFECTS__
export const inEach = <Text extends v.GenericSchema>(text: Text) => v.object({ en: text, fr: text, es: text })
export const reminderDays = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.reminderDays))
export const claimDays = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.claimDays))
/** `to`: the code of a country (ISO 3166), `EU`, or `*` for all destinations. */
export const NeededDocument = v.object({
  to: v.pipe(v.string(), v.maxLength(2), v.regex(/^([A-Z]{2}|[*])$/)),
  kind: oneOf(documentKinds),
  required: v.boolean(),
})
export type NeededDocument = v.InferOutput<typeof NeededDocument>
const neededTo = (to: string, kinds: readonly DocumentKind[]): NeededDocument[] =>
  kinds.map((kind) => ({ to, kind, required: true }))
const startDocuments = [
  ...neededTo('*', ['bill-of-lading', 'certificate-of-origin', 'invoice', 'packing-list']),
  ...neededTo('EU', ['catch-certificate', 'health-certificate']),
]

/** The sets of drawings, none with text. */
export const scenes = ['harbour', 'sea', 'market'] as const
export type Scene = (typeof scenes)[number]
export const accentForm = /^(#[0-9a-fA-F]{6})?$/
/** The settings whose values are pictures of `POST /api/shop/picture/`. */
export const shopPictures = ['logoWide', 'hero', 'tileFish', 'tileSeafood'] as const
export const laterTexts = ['footerText', 'newsletterText', 'nextSailing'] as const
/** Of answers. */
const inLanguages = v.fallback(inEach(text), { en: '', fr: '', es: '' })

/** The public settings; `version` is 0 until some are saved. What another server does not send is that of a new shop, which promises nothing. */
export const ShopSettings = v.object({
  version: int,
  legal: v.fallback(LegalVersions, { terms: 0, privacy: 0, imprint: 0 }),
  name: required,
  shortName: v.fallback(required, 'Shop'),
  logo: text,
  ...v.entriesFromList(
    ['tagline', 'lead', 'about', 'city', 'chatMessage', 'answerPromise', ...laterTexts],
    inLanguages,
  ),
  ...v.entriesFromList(['street', 'email', 'phone', 'chatPhone', ...shopPictures, 'approvalNumber'], text),
  // the server puts the present one in its place
  copyrightYear: v.fallback(v.pipe(v.number(), v.integer()), 2026),
  currencies: v.fallback(v.pipe(v.array(v.string()), v.minLength(1)), [...defaultCurrencies] as string[]),
  timeZone: v.fallback(required, 'UTC'),
  validityDays: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1)), 7),
  remindAfter: v.fallback(reminderDays, 3),
  alertAfter: v.fallback(reminderDays, 2),
  claimDays: v.fallback(claimDays, 5),
  documents: v.fallback(tolerantList(NeededDocument), startDocuments),
  newsletterGmailOnly: v.fallback(v.boolean(), true),
  accent: v.fallback(v.pipe(v.string(), v.regex(accentForm)), ''),
  scene: v.fallback(oneOf(scenes), 'harbour'),
})
export type ShopSettings = v.InferOutput<typeof ShopSettings>

/** The settings until an administrator saves some. */
export const newShop: ShopSettings = { ...v.getFallbacks(ShopSettings), name: 'Seafood shop' }

/** Which steps of setting up one's own shop are done. */
export const ShopSetup = v.object({
  /** still has the demonstration's settings */
  isDemonstration: flag,
  hasName: v.boolean(),
  hasLogo: flag,
  hasCatalogue: flag,
  hasMail: flag,
  mailVariables: v.fallback(
    v.pipe(
      tolerantList(v.string()),
      v.description('the environment variables that the operator has yet to set for mail'),
    ),
    [],
  ),
  hasPublicAddress: flag,
  hasSecondAdmin: flag,
})

/** The text of one of the pages that the law asks for. `version` is 0 until it is saved, and is raised by each change. */
export const ShopText = v.object({ version: v.pipe(v.number(), v.integer()), en: text, fr: text, es: text })
export type ShopText = v.InferOutput<typeof ShopText>

/** Whether the mail server has taken a test mail to `email`, and what it answered where it has not. */
export const TestMail = v.object({ isSent: flag, email: text, problem: v.optional(v.string()) })
export type TestMail = v.InferOutput<typeof TestMail>
