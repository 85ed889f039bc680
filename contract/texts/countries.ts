import { normaliseText } from '../catalogue-query.ts'
import { type Locale, locales } from '../locales.ts'
import { onceFor } from './money.ts'

/** Codes that stand for no country: unions, unknown places and those for tests. */
const others = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => !others.has(code))

/** The countries of ISO 3166 by the names that `Intl` has for them, each with its code. Former codes have the name of what they are today. */
export const countriesIn = onceFor((locale: Locale): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code)
      const [today = ''] = Intl.getCanonicalLocales(`und-${code}`)
      return name ? [[name, today.slice('und-'.length)] as const] : []
    }),
  )
})

const codesByText = onceFor((): ReadonlyMap<string, string> => {
  const named = locales.flatMap((locale) => [...countriesIn(locale)])
  return new Map(
    [...named, ...named.map(([, code]) => [code, code] as const)].map(([text, code]) => [normaliseText(text), code]),
  )
})

/** The code of a country that is written in one of our languages, or by its code; undefined where there is none. */
export const countryCode = (text: string): string | undefined => codesByText().get(normaliseText(text))
