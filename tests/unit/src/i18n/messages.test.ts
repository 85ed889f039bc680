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
      'Catalogue',
      'Classe',
      'Contact',
      'Date',
      'Famille',
      'ID',
      'Image',
      'Introduction',
      'Logo',
    ],
    ...['Menu', 'Message', 'Messages', 'Notifications', 'Page {at}', 'Pagination', 'Stock', 'Tonnes', 'Total', 'Type'],
  ],
  es: ['Admin', 'General', 'ID', 'No', 'Subtotal', 'Total', 'Total: {total}'],
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
      [...french.values()].map(words).filter((text) => /[^\u202f]»|«[^\u202f]|[^\u202f:;?!][:;?!]|["'“”]/.test(text)),
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
