import { type Locale, toLocale } from '../../contract/locales.ts'

/** The name of the language in query, cookie and storage. */
const localeKey = 'lng'

/** The language that the address names, before the # or inside the hash. */
export function localeOfAddress(): Locale | undefined {
  const inQuery = (text: string) => toLocale(new RegExp(`[?&]${localeKey}=([a-z]{2})`, 'i').exec(text)?.[1])
  return inQuery(location.search) ?? inQuery(location.hash)
}

const localeOfCookie = () => new RegExp(`(?:^|; )${localeKey}=([^;]*)`).exec(document.cookie)?.[1]

/** Storage may be forbidden altogether; then no choice is saved. */
function stored(read: () => Storage): string | null {
  try {
    return read().getItem(localeKey)
  } catch {
    return null
  }
}

/**
 * The reader's language, by the order of specification section 4: query string (before the # and inside the hash),
 * cookie, local storage, session storage, browser, html tag; English when none of them is ours.
 */
export function detectLocale(): Locale {
  const candidates = [
    localeOfCookie(),
    stored(() => localStorage),
    stored(() => sessionStorage),
    ...navigator.languages,
    document.documentElement.lang,
  ]
  return localeOfAddress() ?? candidates.map(toLocale).find((locale) => locale !== undefined) ?? 'en'
}

/** Remembers a choice on this device for the starts to come. */
export function rememberLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere
  if (localeOfCookie()) document.cookie = `${localeKey}=${locale}; path=/; max-age=31536000; samesite=lax`
  try {
    localStorage.setItem(localeKey, locale)
  } catch {
    // without storage the choice holds for this visit
  }
}
