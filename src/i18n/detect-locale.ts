import { type Locale, toLocale } from '../../contract/locales.ts'
import { attempt } from '../lib/record.ts'

const localeKey = 'lng'

/** The language in the address: in the query before the # or inside the hash. */
export function localeOfAddress(): Locale | undefined {
  const inQuery = (text: string) => toLocale(new RegExp(`[?&]${localeKey}=([a-z]{2})`, 'i').exec(text)?.[1])
  return inQuery(location.search) ?? inQuery(location.hash)
}

const localeOfCookie = () => new RegExp(`(?:^|; )${localeKey}=([^;]*)`).exec(document.cookie)?.[1]

/** The reader's language, in the order of specification section 4: query string, cookie, local storage, session storage, browser, html tag. */
export function detectLocale(): Locale {
  const candidates = [
    localeOfCookie(),
    // storage may be blocked
    attempt(() => localStorage.getItem(localeKey)),
    attempt(() => sessionStorage.getItem(localeKey)),
    ...navigator.languages,
    document.documentElement.lang,
  ]
  return localeOfAddress() ?? candidates.map(toLocale).find((locale) => locale !== undefined) ?? 'en'
}

export function rememberLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
  if (localeOfCookie()) document.cookie = `${localeKey}=${locale}; path=/; max-age=31536000; samesite=lax`
  // without storage the choice lasts for this visit
  attempt(() => localStorage.setItem(localeKey, locale))
}
