import { i18n, type Messages } from '@lingui/core'
import { type Locale, toLocale } from '../../contract/locales.ts'
import { detectLocale, localeOfAddress, rememberLocale } from './detect-locale.ts'

type Catalogs = Record<Locale, () => Promise<{ messages: Messages }>>

/** The texts of what the app starts with (tools/build/texts-in-two.ts). */
const first: Catalogs = {
  en: () => import('../locales/en.po?first'),
  fr: () => import('../locales/fr.po?first'),
  es: () => import('../locales/es.po?first'),
}
/** All others. */
const later: Catalogs = {
  en: () => import('../locales/en.po?later'),
  fr: () => import('../locales/fr.po?later'),
  es: () => import('../locales/es.po?later'),
}

/** Whether more than the first texts has been needed: a language that is chosen afterwards comes whole. */
let needsLater = false
/** The languages whose texts are all there. */
const whole = new Set<Locale>()

export async function loadFirstMessages(locale: Locale): Promise<Messages> {
  return { ...(await first[locale]()).messages }
}

export async function loadMessages(locale: Locale): Promise<Messages> {
  const [texts, others] = await Promise.all([loadFirstMessages(locale), later[locale]()])
  return { ...texts, ...others.messages }
}

/** Brings the texts of what is loaded later. Without an event, since what is rendered already does not have them. */
export async function loadLaterMessages(): Promise<void> {
  needsLater = true
  const locale = toLocale(i18n.locale)
  if (!locale || whole.has(locale)) return
  const { messages } = await later[locale]()
  if (i18n.locale !== locale) return loadLaterMessages()
  Object.assign(i18n.messages, messages)
  whole.add(locale)
}

/** The language requested last: a catalog that loads slowly must not replace a later choice. */
let requested: Locale | undefined

export async function activateLocale(locale: Locale): Promise<void> {
  requested = locale
  const texts = await loadFirstMessages(locale)
  const messages = needsLater ? await loadMessages(locale) : texts
  if (requested !== locale) return
  if (messages === texts) whole.delete(locale)
  else whole.add(locale)
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
