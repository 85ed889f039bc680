/** The languages of the shop, in the order of the language select. */
export const locales = ['en', 'fr', 'es'] as const
export type Locale = (typeof locales)[number]
/** A text in each language, side by side for whoever translates it. */
export const inEach = <T = string>(en: T, fr: T, es: T): Record<Locale, T> => ({ en, fr, es })

/** Narrows any language tag (`fr-CA`, `ES`, undefined) to one of ours, or undefined. */
export function toLocale(tag: string | null | undefined): Locale | undefined {
  const short = tag?.slice(0, 2).toLowerCase()
  return locales.find((locale) => locale === short)
}

/** What stands between a title and its value; French has a space before the sign. */
export const colonIn = (locale: Locale) => (locale === 'fr' ? '\u202f: ' : ': ')

interface Named {
  trade_name: string
  trade_name_fr?: string | null
  trade_name_es?: string | null
}

/** The product's name in the reader's language; the default name where no translation exists (specification section 1). */
export function nameIn(product: Named, locale: Locale): string {
  if (locale === 'fr') return product.trade_name_fr || product.trade_name
  if (locale === 'es') return product.trade_name_es || product.trade_name
  return product.trade_name
}
