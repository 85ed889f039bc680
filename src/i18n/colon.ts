import type { Locale } from '../../contract/locales.ts'

/** What stands between a title and its value; French has a space before the sign. */
export const colonIn = (locale: Locale) => (locale === 'fr' ? '\u00a0: ' : ': ')
