import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'

const texts = (maxLength: number) =>
  Type.Object({ en: Type.String({ maxLength }), fr: Type.String({ maxLength }), es: Type.String({ maxLength }) })

/**
 * What an administrator says about the shop. A text in three languages may be empty in one of them: English takes its
 * place. E-mail, phones and time zone are checked apart.
 */
export const ShopInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.shopNameLength, pattern: '\\S' }),
  shortName: Type.String({ minLength: 1, maxLength: limits.shopShortNameLength, pattern: '\\S' }),
  logo: Type.String({ maxLength: 200, description: 'what `POST /api/shop/logo/` answered; empty for the drawn mark' }),
  tagline: texts(limits.taglineLength),
  lead: texts(limits.leadLength),
  about: Type.Object(texts(limits.aboutLength).properties, {
    description: 'paragraphs parted by empty lines; a line that begins with # or ## is a heading',
  }),
  street: Type.String({ maxLength: limits.addressLength }),
  city: texts(limits.placeLength),
  email: Type.String({ maxLength: limits.emailLength }),
  phone: Type.String({ maxLength: limits.phoneLength }),
  chatPhone: Type.String({ maxLength: limits.phoneLength }),
  chatMessage: texts(limits.textLength),
  copyrightYear: Type.Integer({ minimum: 1900, maximum: 2100 }),
  currencies: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }), { minItems: 1, maxItems: limits.currencies }),
  timeZone: Type.String({ maxLength: limits.placeLength, description: 'IANA, as in Africa/Dakar' }),
  /** days for which an offer stands unless its author says otherwise */
  validityDays: Type.Integer({ minimum: 1, maximum: limits.validityDays }),
  newsletterGmailOnly: Type.Boolean(),
})
export type ShopInput = Static<typeof ShopInput>

/** `PUT /api/shop/`: with the version that its author has seen, another one is refused. */
export const ShopUpdate = Type.Object({ ...ShopInput.properties, version: Type.Optional(Type.Integer({ minimum: 0 })) })
export type ShopUpdate = Static<typeof ShopUpdate>

/** The settings as everybody reads them. `version` is 0 until an administrator has saved them. */
export const ShopSettings = Type.Object({ version: Type.Integer(), ...ShopInput.properties })
export type ShopSettings = Static<typeof ShopSettings>

/** What the shop of one's own has by now; what it does not have is left to do. */
export const ShopSetup = Type.Object({
  /** a demonstration whose settings were not changed */
  isDemonstration: Type.Boolean(),
  hasName: Type.Boolean(),
  hasLogo: Type.Boolean(),
  hasCatalogue: Type.Boolean(),
  hasMail: Type.Boolean(),
  hasPublicAddress: Type.Boolean(),
  hasSecondAdmin: Type.Boolean(),
})
export type ShopSetup = Static<typeof ShopSetup>
