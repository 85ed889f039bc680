import { i18n, type Messages } from '@lingui/core'
import { type Locale, toLocale } from '../../contract/locales.ts'
import { detectLocale, localeOfAddress, rememberLocale } from './detect-locale.ts'

const catalogs: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
  fr: () => import('../locales/fr.po'),
  es: () => import('../locales/es.po'),
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await catalogs[locale]()).messages
}

/** The language requested last: a catalog that loads slowly must not replace a later choice. */
let requested: Locale | undefined

export async function activateLocale(locale: Locale): Promise<void> {
  requested = locale
  const messages = await loadMessages(locale)
  if (requested !== locale) return
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Activates the language at the start. One in the address is saved for later starts. */
export function startLocale(): Promise<void> {
  const asked = localeOfAddress()
  if (asked) rememberLocale(asked)
  return activateLocale(detectLocale())
}

/** Activates the chosen language. It is saved first, since a reload may come before its texts; one that cannot be loaded is not the next start's. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const before = toLocale(i18n.locale)
  rememberLocale(locale)
  try {
    await activateLocale(locale)
  } catch (error) {
    if (before && requested === locale) rememberLocale(before)
    throw error
  }
}
