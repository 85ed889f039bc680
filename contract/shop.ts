import * as v from 'valibot'
import { given, namesOf, text, whole, yes } from './answer-fields.ts'
import { limits } from './limits.ts'
import { noLegalPages } from './texts/legal-texts.ts'
import { newShop, type Texts } from './texts/shop-texts.ts'
import { filledLine, line } from './texts/text-schemas.ts'

const seenVersion = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)))
// marked, so that bundlers leave out of what buyers load what only administrators send
// @__NO_SIDE_EFFECTS__
const inEach = <Text extends v.GenericSchema>(text: Text) => v.object({ en: text, fr: text, es: text })
// @__NO_SIDE_EFFECTS__
const lines = (maxLength: number) => inEach(line(maxLength))
// @__NO_SIDE_EFFECTS__
const texts = (maxLength: number) => inEach(v.pipe(v.string(), v.maxLength(maxLength)))

/**
 * The settings that an administrator edits. An empty translation falls back to English. The service checks e-mail, phones
 * and time zone.
 */
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
  email: line(limits.emailLength),
  phone: line(limits.phoneLength),
  chatPhone: line(limits.phoneLength),
  chatMessage: lines(limits.textLength),
  /** a sentence that says how soon the shop answers; empty for none */
  answerPromise: lines(limits.textLength),
  copyrightYear: v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2100)),
  currencies: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
    v.minLength(1),
    v.maxLength(limits.currencies),
  ),
  timeZone: v.pipe(line(limits.placeLength), v.description('IANA, as in Africa/Dakar')),
  /** default validity of an offer, days */
  validityDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.validityDays)),
  newsletterGmailOnly: v.boolean(),
})
export type ShopInput = v.InferOutput<typeof ShopInput>

export const settingNames = namesOf(ShopInput)

/** `PUT /api/shop/`: refused if `version`, the one that the author has seen, is no longer current. */
export const ShopUpdate = v.object(
  v.entriesFromObjects([
    // an app from before this setting does not send it: then it stays as it is
    v.partial(ShopInput, ['answerPromise']),
    v.object({ version: seenVersion }),
  ]),
)
export type ShopUpdate = v.InferOutput<typeof ShopUpdate>

const inLanguages = (otherwise: Texts) => v.fallback(inEach(text), otherwise)

/** The version of each page's text in the settings; 0 where the shop has none. */
export const LegalVersions = v.object({
  terms: whole,
  privacy: whole,
  imprint: whole,
})

/** The public settings. `version` is 0 until an administrator saves them. What a server of another version does not send is that of a new shop. */
export const ShopSettings = v.object({
  version: whole,
  legal: v.fallback(LegalVersions, noLegalPages),
  name: given,
  shortName: v.fallback(given, newShop.shortName),
  logo: text,
  tagline: inLanguages(newShop.tagline),
  lead: inLanguages(newShop.lead),
  about: inLanguages(newShop.about),
  street: text,
  city: inLanguages(newShop.city),
  email: text,
  phone: text,
  chatPhone: text,
  chatMessage: inLanguages(newShop.chatMessage),
  answerPromise: inLanguages(newShop.answerPromise),
  copyrightYear: v.fallback(v.pipe(v.number(), v.integer()), newShop.copyrightYear),
  currencies: v.fallback(v.pipe(v.array(v.string()), v.minLength(1)), newShop.currencies),
  timeZone: v.fallback(given, newShop.timeZone),
  validityDays: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1)), newShop.validityDays),
  newsletterGmailOnly: v.fallback(v.boolean(), true),
})
export type ShopSettings = v.InferOutput<typeof ShopSettings>

/** Which steps of setting up one's own shop are done. */
export const ShopSetup = v.object({
  /** still has the demonstration's settings */
  isDemonstration: yes,
  hasName: v.boolean(),
  hasLogo: yes,
  hasCatalogue: yes,
  hasMail: yes,
  hasPublicAddress: yes,
  hasSecondAdmin: yes,
})
export type ShopSetup = v.InferOutput<typeof ShopSetup>

/** The text of one of the pages that the law asks for. `version` is 0 until it is saved, and is raised by each change. */
export const ShopText = v.object({ version: v.pipe(v.number(), v.integer()), en: text, fr: text, es: text })
export type ShopText = v.InferOutput<typeof ShopText>

/** Refused if `version`, the one that the author has seen, is no longer current. Empty in all languages: no page. */
export const ShopTextUpdate = v.object(
  v.entriesFromObjects([v.object({ version: seenVersion }), texts(limits.legalLength)]),
)
export type ShopTextUpdate = v.InferOutput<typeof ShopTextUpdate>
