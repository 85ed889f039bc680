import { type Static, Type } from 'typebox'
import { LegalVersions } from './legal.ts'
import { limits } from './limits.ts'
import { filledLine, line } from './texts/text-schemas.ts'

const lines = (maxLength: number) => Type.Object({ en: line(maxLength), fr: line(maxLength), es: line(maxLength) })
const texts = (maxLength: number) =>
  Type.Object({ en: Type.String({ maxLength }), fr: Type.String({ maxLength }), es: Type.String({ maxLength }) })

/**
 * The settings that an administrator edits. An empty translation falls back to English. The service checks e-mail, phones
 * and time zone.
 */
export const ShopInput = Type.Object({
  name: filledLine(limits.shopNameLength),
  shortName: filledLine(limits.shopShortNameLength),
  logo: line(200, { description: 'the answer of `POST /api/shop/logo/`; empty for the built-in logo' }),
  tagline: lines(limits.taglineLength),
  lead: texts(limits.leadLength),
  about: Type.Object(texts(limits.aboutLength).properties, {
    description: 'paragraphs separated by empty lines; a line that begins with # or ## is a heading',
  }),
  street: line(limits.addressLength),
  city: lines(limits.placeLength),
  email: line(limits.emailLength),
  phone: line(limits.phoneLength),
  chatPhone: line(limits.phoneLength),
  chatMessage: lines(limits.textLength),
  /** a sentence that says how soon the shop answers; empty for none */
  answerPromise: lines(limits.textLength),
  copyrightYear: Type.Integer({ minimum: 1900, maximum: 2100 }),
  currencies: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }), { minItems: 1, maxItems: limits.currencies }),
  timeZone: line(limits.placeLength, { description: 'IANA, as in Africa/Dakar' }),
  /** default validity of an offer, days */
  validityDays: Type.Integer({ minimum: 1, maximum: limits.validityDays }),
  newsletterGmailOnly: Type.Boolean(),
})
export type ShopInput = Static<typeof ShopInput>

/** `PUT /api/shop/`: refused if `version`, the one that the author has seen, is no longer current. */
export const ShopUpdate = Type.Object({
  ...ShopInput.properties,
  /** an app from before this setting does not send it: then it stays as it is */
  answerPromise: Type.Optional(ShopInput.properties.answerPromise),
  version: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type ShopUpdate = Static<typeof ShopUpdate>

/** The public settings. `version` is 0 until an administrator saves them. */
export const ShopSettings = Type.Object({ version: Type.Integer(), legal: LegalVersions, ...ShopInput.properties })
export type ShopSettings = Static<typeof ShopSettings>

/** Which steps of setting up one's own shop are done. */
export const ShopSetup = Type.Object({
  /** still has the demonstration's settings */
  isDemonstration: Type.Boolean(),
  hasName: Type.Boolean(),
  hasLogo: Type.Boolean(),
  hasCatalogue: Type.Boolean(),
  hasMail: Type.Boolean(),
  hasPublicAddress: Type.Boolean(),
  hasSecondAdmin: Type.Boolean(),
})
export type ShopSetup = Static<typeof ShopSetup>
