import type { InvalidField } from '../fields.ts'
import { limits } from '../limits.ts'
import { inEach, type Locale } from '../locales.ts'
import { defaultTolerance } from '../shipment/milestones.ts'

const most = inEach(
  'Up to {share}\u00a0% more than offered may be loaded',
  'Jusqu’à {share}\u00a0% de plus que la quantité offerte peuvent être chargés',
  'Se puede cargar hasta un {share}\u00a0% más de lo ofrecido',
)
const none = inEach(
  'No more than offered may be loaded',
  'Pas plus que la quantité offerte ne peut être chargé',
  'No se puede cargar más de lo ofrecido',
)

/** The tolerance of an offer's quantities in words, also where the offer names none. */
export function toleranceText(
  { tolerance = defaultTolerance }: { tolerance?: number | undefined },
  language: Locale,
): string {
  if (tolerance === 0) return none[language]
  return most[language].replace('{share}', new Intl.NumberFormat(language).format(tolerance))
}

/** Whether the server accepts a quantity: tonnes, above 0, at most 100,000, at most 3 decimals. */
export function isQuantity(value: number): boolean {
  return (
    Number.isFinite(value) &&
    value > 0 &&
    value <= limits.quantityMax &&
    Number(value.toFixed(limits.quantityDecimals)) === value
  )
}

/** The errors of quantities with more decimals than the shop weighs, at `{path}.N.qty`. */
export function wrongQuantities(path: string, lines: readonly { qty: number }[]): InvalidField[] {
  const params = { limit: limits.quantityDecimals }
  return lines.flatMap(({ qty }, at): InvalidField[] =>
    isQuantity(qty) ? [] : [{ path: `${path}.${at}.qty`, rule: 'decimals', params }],
  )
}

const tonnesUnit = /\s*(?:t\.?m|m\.?t|tn|t|tonnes?|tons?|toneladas?)\.?$/i
const signs: Record<string, string> = { '\u066b': '.', '\u066c': '\u2019', '\u066a': '%' }
const isDigit = (point: number) => /^\p{Nd}$/u.test(String.fromCodePoint(point))

/** A digit of any script as one of ours: their sets of ten begin with zero. */
function plainDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (isDigit(zero - 1)) zero -= 1
  return point - zero < 10 ? String(point - zero) : digit
}

/** A number as people type it in our digits, from any script and full width: `١٢٫٥` is `12.5`. */
export function plainNumber(text: string): string {
  return text
    .trim()
    .replace(/[\uff05\uff0b-\uff0e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u066a-\u066c]/g, (sign) => signs[sign] ?? sign)
    .replace(/(?![0-9])\p{Nd}/gu, plainDigit)
}

/** The number of a quantity in tonnes, without the unit that may follow: `12,5 T`, `3 toneladas`. */
export const withoutTonnes = (text: string): string => plainNumber(text).replace(tonnesUnit, '')

/** The sum of quantities, rounded to kilograms. */
export function sumTonnes(quantities: readonly number[]): number {
  return quantities.reduce((kilograms, tonnes) => kilograms + Math.round(tonnes * 1000), 0) / 1000
}

/** Whether a text may have thousands separators: `1,000` in English, `1 000` in French, `1.850,50` anywhere. As a decimal it would be far too small. */
export function isGrouped(text: string, locale: Locale): boolean {
  const grouped = locale === 'en' ? /^[1-9]\d{0,2}([,\s]\d{3})+(\.\d+)?$/ : /^[1-9]\d{0,2}([.\s]\d{3})+(,\d+)?$/
  const anywhere =
    /^[1-9]\d{0,2}(([,\s]\d{3})+\.\d+|([.\s]\d{3})+,\d+|(,\d{3}){2,}|(\.\d{3}){2,}|(['\u2019]\d{3})+([.,]\d+)?)$/
  const plain = withoutTonnes(text)
  return grouped.test(plain) || anywhere.test(plain)
}

/** Parses a quantity as people type it: `2`, `2.5`, `2,5 t`. Returns tonnes; undefined if it is none, or may be grouped (`isGrouped`). */
export function parseQuantity(text: string, locale?: Locale): number | undefined {
  if (locale && isGrouped(text, locale)) return undefined
  const plain = withoutTonnes(text).replace(',', '.')
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return undefined
  const value = Number(plain)
  return isQuantity(value) ? value : undefined
}
