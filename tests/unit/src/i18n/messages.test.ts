// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const locales = ['en', 'fr', 'es'] as const

/** Texts that are the same in both languages; any other text equal to the English one is untranslated. */
const international = {
  fr: [
    ...[
      '5 Excellent',
      'Actions',
      'Admin',
      'Administration',
      'BIC (SWIFT)',
      'Cartons',
      'Catalogue',
      'Contact',
      'Date',
      'Documents',
      'ETA <0/>',
      'ETD <0/>',
      'Famille · Classe',
      'ID',
      'Introduction',
      'Logo',
      ...['Lot', 'Lot {number}, {name}', 'Lots'],
    ],
    ...[
      'Menu',
      'Message',
      'Messages',
      'Net (kg)',
      'Notifications',
      'Page {at}',
      'Pagination',
      'Point (12.5)',
      'Stock',
      'Tonnes',
      'Total',
      'Type',
      'Webhooks',
      'Zoom',
      'lot {lot}',
      '{before} → <0>{after}</0>',
      '{title} (PDF)',
    ],
  ],
  es: [
    '<0>{name}</0>: {reason}',
    '<0>{right}</0>: {hint}',
    'Admin',
    'BIC (SWIFT)',
    'ETA <0/>',
    'ETD <0/>',
    'General',
    'ID',
    'No',
    'Subtotal',
    'Total',
    'Total: {total}',
    'Webhooks',
    'Zoom',
    '{before} → <0>{after}</0>',
    '{name}: {tonnes}',
    '{title} (PDF)',
  ],
}

async function catalogOf(locale: (typeof locales)[number]): Promise<Map<string, string>> {
  const filename = join(root, 'src/locales', `${locale}.po`)
  const catalog = await formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  return new Map(Object.entries(catalog).map(([id, { translation }]) => [id, translation ?? '']))
}

const [english, french, spanish] = await Promise.all(locales.map(catalogOf))
if (!english || !french || !spanish) throw new Error('a catalog is missing')
const catalogs = { fr: french, es: spanish }
/** The texts without placeholders, tags and the names of plural forms. */
const words = (text: string) => text.replace(/\{\w+, plural,|\{\w+\}|<\/?\d+>/g, '…')

describe.each(['fr', 'es'] as const)('the texts in %s', (locale) => {
  const texts = [...catalogs[locale]]

  it('are not English', () => {
    const same = texts.flatMap(([id, text]) => (text === english.get(id) ? [text] : []))
    expect(same.sort()).toEqual([...international[locale]].sort())
  })

  it('have every placeholder and tag as often as the English ones', () => {
    // outside plural forms, which may use their number more or less often
    const marks = (text: string) =>
      text.includes(', plural,') ? '' : (text.match(/\{\w+\}|<\/?\d+>/g) ?? []).sort().join()
    const wrong = texts.filter(([id, text]) => marks(text) !== marks(english.get(id) ?? ''))
    expect(wrong).toEqual([])
  })

  it('have all plural forms of the language', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const plurals = texts.filter(([id]) => english.get(id)?.includes(', plural,'))
    expect(plurals.length).toBeGreaterThan(3)
    const missing = plurals.filter(([, text]) => forms.some((form) => !text.includes(` ${form} {`)))
    expect(missing).toEqual([])
  })
})

describe('the typography', () => {
  it('of French has narrow no-break spaces and its own apostrophe and quotation marks', () => {
    expect(
      [...french.values()].map(words).filter((text) => /[^\u202f]»|«[^\u202f]|[^\u202f:;?!(][:;?!]|["'“”]/.test(text)),
    ).toEqual([])
  })

  it('of Spanish opens what it closes', () => {
    const count = (text: string, sign: string) => text.split(sign).length
    const lopsided = [...spanish.values()].filter((text) =>
      ['¿?', '¡!', '«»'].some(([open = '', close = '']) => count(text, open) !== count(text, close)),
    )
    expect(lopsided).toEqual([])
    expect([...spanish.values()].map(words).filter((text) => /["'“”]|\s[:;?!»]|«\s/.test(text))).toEqual([])
  })
})

/** Here the placeholder is a date. */
const beforeDates = [
  'Panier du {time}',
  'Nous souhaitons accepter l’offre {number} du {time}. Pourriez-vous la renouveler, s’il vous plaît\u202f?',
]
/** These have a text of their own for one: plural rules cost too much on the first screen. */
const besideOne = [
  ...['{count} reviews', '{count} avis', '{count} reseñas', '{unopened} new answers', '{unopened} nouvelles réponses'],
  ...['{unopened} respuestas nuevas', 'Cart, {count} items', 'Panier, {count} articles', 'Carrito, {count} artículos'],
]

describe('what stands around a placeholder', () => {
  // 'de' becomes 'd’' before a vowel, and 'du' before a masculine noun
  it('is never “de” before a name in French', () => {
    const wrong = [...french.values()].filter((text) =>
      /(?:\bde la|\bde|\bdu|\bque|d’|qu’)[\s«]*(?:<\d+>)?\{/.test(text),
    )
    expect(wrong.sort()).toEqual([...beforeDates].sort())
  })

  it('is no plain plural: counted nouns have plural forms, or are labels before the number', () => {
    const counted =
      /\{(?:\w*count\w*|\w*done|of|all|limit|rows|more|left|right|digits|days|\d|unopened)\} (?!is )(?:[a-z]+ )?\p{L}+s\b/u
    const found = [english, french, spanish].flatMap((catalog) =>
      [...catalog.values()].filter((text) => !text.includes(', plural,') && counted.test(text)),
    )
    expect(found.sort()).toEqual([...besideOne].sort())
  })

  it('has one Spanish word for a request that is cancelled, on its badge, its buttons and in sentences', () => {
    const told = [...english].filter(([, text]) => /cancelled/i.test(text)).map(([id]) => spanish.get(id) ?? '')
    expect(told.length).toBeGreaterThan(5)
    expect(told.filter((text) => !/anul/i.test(text))).toEqual([])
  })

  it('is ready in every catalog: each has every text, and none is empty', () => {
    for (const catalog of [english, french, spanish]) {
      expect([...catalog.keys()].sort()).toEqual([...english.keys()].sort())
      expect([...catalog].flatMap(([id, text]) => (text.trim() === '' ? [id] : []))).toEqual([])
    }
    // the words of the specification
    expect([english, french, spanish].map((catalog) => catalog.get('passwordMismatch'))).toEqual([
      ...['The passwords do not match', 'Les mots de passe ne correspondent pas', 'Las contraseñas no coinciden'],
    ])
  })
})

describe('a text', () => {
  // one id has one meaning: these English words need another translation in another place
  it.each(['Accepted', 'Asked for', 'New'])('that means more than one thing has a context: %s', (word) => {
    const sources = readFileSync(join(root, 'src/locales/fr.po'), 'utf8')
    expect(sources).toMatch(new RegExp(`msgctxt "\\w+"\\nmsgid "${word}"`))
  })
})
