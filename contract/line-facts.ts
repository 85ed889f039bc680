import type { Locale } from './locales.ts'
import type { OrderItem } from './orders.ts'
import { translatePacking } from './texts/packing-texts.ts'

/** The facts of a product that a line copies, besides its names and its picture. */
export const lineFacts = ['code', 'size', 'weight', 'presentation', 'treatment', 'glazing', 'packing'] as const
type Fact = (typeof lineFacts)[number]

/**
 * What was asked for, as the product was at the time of the request. A fact is absent where the product has none, and on
 * requests from before they were copied.
 */
export type LineFacts = Pick<OrderItem, Fact>

/** The facts of a product or a line, empty ones too. */
export function pickFacts<P extends Pick<P, Fact>>(of: P): Pick<P, Fact> {
  // the keys are those of the list
  return Object.fromEntries(lineFacts.map((fact) => [fact, of[fact]])) as Pick<P, Fact>
}

/** The facts that are filled in. */
export function filledFacts(of: LineFacts): LineFacts {
  return Object.fromEntries(lineFacts.flatMap((fact) => (of[fact] ? [[fact, of[fact]]] : [])))
}

const glazing: Record<Locale, (share: string) => string> = {
  en: (share) => `${share} glazing`,
  fr: (share) => `glazurage ${share}`,
  es: (share) => `glaseado ${share}`,
}

/** The facts in the reader's language, on one line: `T6 (0.8–1.2 kg) · 20 kg carton · frozen · Art. OCT-T6`. */
export function factsLine(of: LineFacts, locale: Locale): string {
  const { size, packing, weight, presentation, treatment, code } = of
  const texts = [size, packing, weight, presentation, treatment].flatMap((each) =>
    each ? [translatePacking(each, locale)] : [],
  )
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  if (of.glazing) texts.push(glazing[locale](share.format(of.glazing / 100)))
  if (code) texts.push(`Art. ${code}`)
  // some products say the same in two fields
  return [...new Set(texts)].join(' · ')
}
