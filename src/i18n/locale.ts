import { i18n, type Messages } from '@lingui/core'
import { type Locale, toLocale } from '../../contract/locales.ts'

const key = 'lng'
type Loaders = Record<Locale, () => Promise<{ messages: Messages }>>
/** The texts of the home page and of all that stands around the screens (src/app/split-texts.ts). */
const first: Loaders = {
  en: () => import('../locales/en.po'),
  fr: () => import('../locales/fr.po'),
  es: () => import('../locales/es.po'),
}
/** The texts of all other screens. */
const others: Loaders = {
  en: () => import('../locales/en.po?lingui'),
  fr: () => import('../locales/fr.po?lingui'),
  es: () => import('../locales/es.po?lingui'),
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

/** The texts of the home page. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await first[locale]()).messages
}

/** Whether another screen than the home page has been asked for: from then on a language comes whole. */
let whole = false
/** The languages whose other texts were added to what stood already. */
const adding: Partial<Record<Locale, Promise<void>>> = {}

/** Loads a language's texts and makes it the language of the page. */
export async function activateLocale(locale: Locale): Promise<void> {
  const loadRest = async () => (whole ? (await others[locale]()).messages : undefined)
  const [first, rest] = await Promise.all([loadMessages(locale), loadRest()])
  // a screen may have been asked for meanwhile: it brought its texts in the language before this one
  const messages = { ...first, ...(rest ?? (await loadRest())) }
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Brings the texts of the other screens, in the language of the page: before any of them is shown. */
export function loadOtherTexts(): Promise<void> {
  whole = true
  const locale = toLocale(i18n.locale) ?? 'en'
  adding[locale] ??= others[locale]().then(
    ({ messages }) => i18n.load(locale, messages),
    (error: unknown) => {
      // asked for again by the next screen
      delete adding[locale]
      throw error
    },
  )
  return adding[locale]
}

/** The language of this page's start. One that the address names is kept for the starts without it. */
export function startLocale(): Promise<void> {
  const asked = toLocale(inQuery(location.search) ?? inQuery(location.hash))
  if (asked) remember(asked)
  return activateLocale(detectLocale())
}

/** Changes the language at the reader's wish and remembers it on this device; an address that names one names this one. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  remember(locale)
  const address = location.href.replace(new RegExp(`([?&]${key}=)[a-z]{2}`, 'gi'), `$1${locale}`)
  if (address !== location.href) history.replaceState(history.state, '', address)
}

function remember(locale: Locale): void {
  try {
    localStorage.setItem(key, locale)
  } catch {
    // no storage: the choice holds for this visit
  }
}
