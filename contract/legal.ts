import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'

const maxLength = limits.legalLength
const texts = {
  en: Type.String({ maxLength }),
  fr: Type.String({ maxLength }),
  es: Type.String({ maxLength }),
}

/** The text of one of the pages that the law asks for. `version` is 0 until it is saved, and is raised by each change. */
export const ShopText = Type.Object({ version: Type.Integer(), ...texts })
export type ShopText = Static<typeof ShopText>

/** Refused if `version`, the one that the author has seen, is no longer current. Empty in all languages: no page. */
export const ShopTextUpdate = Type.Object({
  version: Type.Optional(Type.Integer({ minimum: 0 })),
  ...texts,
})
export type ShopTextUpdate = Static<typeof ShopTextUpdate>

/** The version of each page's text in the settings; 0 where the shop has none. */
export const LegalVersions = Type.Object({
  terms: Type.Integer(),
  privacy: Type.Integer(),
  imprint: Type.Integer(),
})
