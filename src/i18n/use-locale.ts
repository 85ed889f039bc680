import { useLingui } from '@lingui/react'
import { type Locale, toLocale } from '../../contract/locales.ts'

/** The language in which the page stands; a component that reads it is drawn again when it changes. */
export function useLocale(): Locale {
  return toLocale(useLingui().i18n.locale) ?? 'en'
}
