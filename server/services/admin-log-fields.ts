import type { ThingKind } from '../../contract/action-kinds.ts'
import { locales } from '../../contract/locales.ts'
import { tradeTexts } from '../../contract/trade-texts.ts'

const inEachLanguage = (name: string) => locales.map((locale) => `${name}.${locale}`)

/** Fields whose old and new values appear in the log. */
export const loggedFields: Record<ThingKind, readonly string[]> = {
  product: [
    ...['trade_name', 'trade_name_fr', 'trade_name_es', 'code', 'type', 'category', 'classe', 'countInStock'],
    ...['size', 'weight', 'glazing', 'scientific_name', 'fao_code', ...tradeTexts, 'image'],
    // row counts of an imported spreadsheet
    ...['new', 'changed', 'unchanged'],
  ],
  settings: [
    ...['name', 'shortName', 'logo', ...['tagline', 'lead', 'about'].flatMap(inEachLanguage), 'street'],
    ...[...inEachLanguage('city'), 'email', 'phone', 'chatPhone', ...inEachLanguage('chatMessage'), 'copyrightYear'],
    ...['currencies', 'timeZone', 'validityDays', 'newsletterGmailOnly'],
  ],
  user: ['name', 'email', 'isAdmin'],
  order: ['buyer', 'state'],
  review: ['author', 'rating', 'comment'],
  subscriber: [],
  message: ['isRead', 'isAnswered'],
}
