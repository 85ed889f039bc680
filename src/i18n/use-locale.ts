import { useLingui } from '@lingui/react'
import { type Locale, toLocale } from '../../contract/locales.ts'

/** The language of the page; a component that reads it renders again when it changes. */
export function useLocale(): Locale {
  return toLocale(useLingui().i18n.locale) ?? 'en'
}
