import * as v from 'valibot'
import { filledLine, flag, int, isEmail, line, namesOf, oneOf, required, ruled, text, tolerantList } from './fields.ts'
import { limits } from './limits.ts'
import type { Locale } from './locales.ts'
import { Currency, defaultCurrencies } from './offers.ts'
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

/** Whether a text is a currency code (ISO 4217) that this platform supports. */
export const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
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

const seenVersion = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)))
// marked, so that bundlers leave out of what buyers load what only administrators send
// @__NO_SIDE_EFFECTS__
const inEach = <Text extends v.GenericSchema>(text: Text) => v.object({ en: text, fr: text, es: text })
// @__NO_SIDE_EFFECTS__
const lines = (maxLength: number) => inEach(line(maxLength))
const reminderDays = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.reminderDays))
// @__NO_SIDE_EFFECTS__
const texts = (maxLength: number) => inEach(v.pipe(v.string(), v.maxLength(maxLength)))

// @__NO_SIDE_EFFECTS__
const unlessEmpty = (rule: 'email' | 'phone', isRight: (text: string) => boolean) =>
  ruled<string>(rule, (text) => text.trim() === '' || isRight(text))
const phone = v.pipe(line(limits.phoneLength), unlessEmpty('phone', isPhone))

const claimDays = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.claimDays))
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
const accentForm = /^(#[0-9a-fA-F]{6})?$/
/** The settings whose values are pictures of `POST /api/shop/picture/`. */
export const shopPictures = ['logoWide', 'hero', 'tileFish', 'tileSeafood'] as const
const laterTexts = ['footerText', 'newsletterText', 'nextSailing'] as const
const reminders = ['remindAfter', 'alertAfter'] as const
const laterSettings = [
  ...(['answerPromise', 'accent', 'scene', 'approvalNumber', 'claimDays', 'documents'] as const),
  ...[...shopPictures, ...laterTexts, ...reminders],
] as const

/** The settings that an administrator edits; an empty translation falls back to the other languages. */
export const ShopInput = v.object({
  name: filledLine(limits.shopNameLength),
  shortName: filledLine(limits.shopShortNameLength),
  logo: v.pipe(line(200), v.description('the answer of `POST /api/shop/logo/`; empty for the built-in logo')),
  tagline: lines(limits.taglineLength),
  lead: texts(limits.leadLength),
  about: v.pipe(
    texts(limits.aboutLength),
    v.description('paragraphs separated by empty lines; a line that begins with # or ## is a heading'),
  ),
  street: line(limits.addressLength),
  city: lines(limits.placeLength),
  email: v.pipe(line(limits.emailLength), unlessEmpty('email', isEmail)),
  phone,
  chatPhone: phone,
  chatMessage: lines(limits.textLength),
  /** a sentence that says how soon the shop answers; empty for none */
  answerPromise: lines(limits.textLength),
  copyrightYear: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  currencies: v.pipe(
    v.array(v.pipe(Currency, ruled('currency', isCurrency))),
    v.minLength(1),
    v.maxLength(limits.currencies),
  ),
  timeZone: v.pipe(
    line(limits.placeLength),
    ruled<string>('timeZone', (name) => isTimeZone(name.trim())),
    v.description('IANA, as in Africa/Dakar'),
  ),
  /** default validity of an offer, days */
  validityDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.validityDays)),
  /** days after which a buyer is reminded of an offer, and staff of a request, without an answer; 0: never */
  remindAfter: reminderDays,
  alertAfter: reminderDays,
  /** days after the arrival in which a buyer may claim; offers copy it */
  claimDays,
  /** the documents that go with the goods, by destination */
  documents: v.pipe(v.array(NeededDocument), v.maxLength(limits.neededDocuments)),
  newsletterGmailOnly: v.boolean(),
  accent: v.pipe(
    v.string(),
    v.regex(accentForm),
    v.description('the colour of the primary action; empty for the built-in one'),
  ),
  /** of a wide logo, the home page and its tiles: answers of `POST /api/shop/picture/`, or empty */
  logoWide: line(200),
  hero: line(200),
  tileFish: line(200),
  tileSeafood: line(200),
  /** the drawings that stand where no picture is set */
  scene: oneOf(scenes),
  footerText: texts(limits.closingLength),
  newsletterText: texts(limits.closingLength),
  /** of the plant, as visitors see it */
  approvalNumber: line(limits.partyNumberLength),
  nextSailing: lines(limits.textLength),
})
export type ShopInput = v.InferOutput<typeof ShopInput>

export const settingNames = namesOf(ShopInput)

/** `PUT /api/shop/`: refused if `version`, the one that the author has seen, is no longer current. */
export const ShopUpdate = v.object(
  v.entriesFromObjects([
    // an app from before these settings does not send them: then they stay as they are
    v.partial(ShopInput, laterSettings),
    v.object({ version: seenVersion }),
  ]),
)
export type ShopUpdate = v.InferOutput<typeof ShopUpdate>

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

/** Refused if `version`, the one that the author has seen, is no longer current. Empty in all languages: no page. */
export const ShopTextUpdate = v.object(
  v.entriesFromObjects([v.object({ version: seenVersion }), texts(limits.legalLength)]),
)

/** Whether the mail server has taken a test mail to `email`, and what it answered where it has not. */
export const TestMail = v.object({ isSent: flag, email: text, problem: v.optional(v.string()) })
export type TestMail = v.InferOutput<typeof TestMail>
