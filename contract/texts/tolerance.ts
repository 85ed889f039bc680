import type { Locale } from '../locales.ts'
import { defaultTolerance } from '../shipment/shipment-steps.ts'

const most: Record<Locale, (share: string) => string> = {
  en: (share) => `Up to ${share}\u00a0% more than offered may be loaded`,
  fr: (share) => `Jusqu’à ${share}\u00a0% de plus que la quantité offerte peuvent être chargés`,
  es: (share) => `Se puede cargar hasta un ${share}\u00a0% más de lo ofrecido`,
}
const none: Record<Locale, string> = {
  en: 'No more than offered may be loaded',
  fr: 'Pas plus que la quantité offerte ne peut être chargé',
  es: 'No se puede cargar más de lo ofrecido',
}

/** The tolerance of an offer's quantities in words, also where the offer names none. */
export function toleranceText(
  { tolerance = defaultTolerance }: { tolerance?: number | undefined },
  language: Locale,
): string {
  if (tolerance === 0) return none[language]
  return most[language](new Intl.NumberFormat(language).format(tolerance))
}
