import { useLingui } from '@lingui/react'
import { type Locale, toLocale } from '../../contract/locales.ts'

export const useLocale = (): Locale => toLocale(useLingui().i18n.locale) ?? 'en'

/** Each language by its own name, which its speakers look for. */
export const languageNames: Record<Locale, string> = { en: 'English', fr: 'Français', es: 'Español' }
