import * as v from 'valibot'
import { text, whole } from './answer-fields.ts'
import { limits } from './limits.ts'

const maxLength = limits.legalLength
const texts = {
  en: v.pipe(v.string(), v.maxLength(maxLength)),
  fr: v.pipe(v.string(), v.maxLength(maxLength)),
  es: v.pipe(v.string(), v.maxLength(maxLength)),
}

/** The text of one of the pages that the law asks for. `version` is 0 until it is saved, and is raised by each change. */
export const ShopText = v.object({ version: v.pipe(v.number(), v.integer()), en: text, fr: text, es: text })
export type ShopText = v.InferOutput<typeof ShopText>

/** Refused if `version`, the one that the author has seen, is no longer current. Empty in all languages: no page. */
export const ShopTextUpdate = v.object({
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  ...texts,
})
export type ShopTextUpdate = v.InferOutput<typeof ShopTextUpdate>

/** The version of each page's text in the settings; 0 where the shop has none. */
export const LegalVersions = v.object({
  terms: whole,
  privacy: whole,
  imprint: whole,
})
