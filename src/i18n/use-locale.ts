import { useLingui } from '@lingui/react'
import { type Locale, toLocale } from '../../contract/locales.ts'

/** The language of the page. A change renders the component again. */
export function useLocale(): Locale {
  return toLocale(useLingui().i18n.locale) ?? 'en'
}
