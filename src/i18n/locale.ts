import { i18n, type Messages } from '@lingui/core'
import { type Locale, toLocale } from '../../contract/locales.ts'

const key = 'lng'
const loaders: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
  fr: () => import('../locales/fr.po'),
  es: () => import('../locales/es.po'),
}

/** Storage may be forbidden altogether; then there is no choice kept. */
function stored(read: () => Storage): string | null {
  try {
    return read().getItem(key)
  } catch {
    return null
  }
}

/** `lng` of a query, wherever the query stands: before the # or inside the hash. */
const inQuery = (text: string) => new RegExp(`[?&]${key}=([a-z]{2})`, 'i').exec(text)?.[1]

/**
 * The reader's language, by the order of specification section 4: query string (before the # and inside the hash),
 * cookie, local storage, session storage, browser, html tag; English when none of them is ours. The boot script of
 * index.html follows the same order.
 */
export function detectLocale(): Locale {
  const candidates = [
    inQuery(location.search),
    inQuery(location.hash),
    new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1],
    stored(() => localStorage),
    stored(() => sessionStorage),
    ...navigator.languages,
    document.documentElement.lang,
  ]
  return candidates.map(toLocale).find((locale) => locale !== undefined) ?? 'en'
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await loaders[locale]()).messages
}

/** Loads a language's texts and makes it the language of the page. */
export async function activateLocale(locale: Locale): Promise<void> {
  const messages = await loadMessages(locale)
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Changes the language at the reader's wish and remembers it on this device. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  try {
    localStorage.setItem(key, locale)
  } catch {
    // no storage: the choice holds for this visit
  }
}
