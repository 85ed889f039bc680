import type { ShopText } from '../../contract/legal.ts'
import type { ShopSettings, ShopSetup } from '../../contract/shop.ts'
import { type LegalVersions, noLegalPages } from '../../contract/texts/legal-texts.ts'
import { newShop, type Texts } from '../../contract/texts/shop-texts.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readCount, readNumber } from './read-value.ts'

/** The settings of the shop; undefined for a server that has none. Missing values are those of a new shop. */
export function readShop(body: unknown): ShopSettings | undefined {
  if (!isRecord(body) || readText(body.name) === '') return undefined
  const texts = (name: 'tagline' | 'lead' | 'about' | 'city' | 'chatMessage' | 'answerPromise') =>
    readTexts(body[name], newShop[name])
  const currencies = Array.isArray(body.currencies) ? body.currencies.map(readText).filter(Boolean) : []
  return {
    version: readCount(body.version),
    name: readText(body.name),
    shortName: readText(body.shortName) || readText(body.name),
    logo: readText(body.logo),
    tagline: texts('tagline'),
    lead: texts('lead'),
    about: texts('about'),
    street: readText(body.street),
    city: texts('city'),
    email: readText(body.email),
    phone: readText(body.phone),
    chatPhone: readText(body.chatPhone),
    chatMessage: texts('chatMessage'),
    answerPromise: texts('answerPromise'),
    copyrightYear: Math.trunc(readNumber(body.copyrightYear, newShop.copyrightYear)),
    currencies: currencies.length > 0 ? currencies : newShop.currencies,
    timeZone: readText(body.timeZone) || newShop.timeZone,
    validityDays: Math.max(1, Math.trunc(readNumber(body.validityDays, newShop.validityDays))),
    newsletterGmailOnly: body.newsletterGmailOnly !== false,
    legal: readVersions(body.legal),
  }
}

/** Another server of the specification has none of these pages. */
function readVersions(value: unknown): LegalVersions {
  if (!isRecord(value)) return noLegalPages
  return { terms: readCount(value.terms), privacy: readCount(value.privacy), imprint: readCount(value.imprint) }
}

/** The text of a page; undefined if this is none. */
export function readShopText(body: unknown): ShopText | undefined {
  if (!isRecord(body) || typeof body.version !== 'number') return undefined
  return { version: readCount(body.version), ...readTexts(body, { en: '', fr: '', es: '' }) }
}

function readTexts(value: unknown, otherwise: Texts): Texts {
  if (!isRecord(value)) return otherwise
  return { en: readText(value.en), fr: readText(value.fr), es: readText(value.es) }
}

export function readShopSetup(body: unknown): ShopSetup | undefined {
  if (!isRecord(body) || typeof body.hasName !== 'boolean') return undefined
  return {
    isDemonstration: body.isDemonstration === true,
    hasName: body.hasName,
    hasLogo: body.hasLogo === true,
    hasCatalogue: body.hasCatalogue === true,
    hasMail: body.hasMail === true,
    hasPublicAddress: body.hasPublicAddress === true,
    hasSecondAdmin: body.hasSecondAdmin === true,
  }
}
