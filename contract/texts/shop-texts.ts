import type { Locale } from '../locales.ts'
import { defaultCurrencies } from '../offers.ts'
import { noLegalPages } from './legal-texts.ts'

/* Reads the shop's settings. */

/** One text in the three languages. */
export type Texts = Record<Locale, string>

const nothing: Texts = { en: '', fr: '', es: '' }

/** The settings until an administrator saves some: nothing is promised in their place. */
export const newShop = {
  version: 0,
  legal: noLegalPages,
  name: 'Seafood shop',
  shortName: 'Shop',
  logo: '',
  tagline: nothing,
  lead: nothing,
  about: nothing,
  street: '',
  city: nothing,
  email: '',
  phone: '',
  chatPhone: '',
  chatMessage: nothing,
  answerPromise: nothing,
  /** the server puts the present one in its place */
  copyrightYear: 2026,
  currencies: [...defaultCurrencies] as string[],
  timeZone: 'UTC',
  validityDays: 7,
  newsletterGmailOnly: true,
}

/** A text in the reader's language, or in English if that is empty. */
export function textIn(texts: Texts, locale: Locale): string {
  return texts[locale] || texts.en
}

interface Named {
  name: string
  street: string
  city: Texts
  phone: string
  email: string
}

/** The shop's name, address, telephone and e-mail in one line. */
export function shopLine({ name, street, city, phone, email }: Named, locale: Locale): string {
  const address = [name, street, textIn(city, locale)].filter(Boolean).join(', ')
  return [address, phone, email].filter(Boolean).join(' · ')
}

/** The `+` and digits of a phone number. */
export function phoneDigits(phone: string): string {
  return phone.replace(/[^+\d]/g, '')
}

/** Whether a text is a phone number: 5 to 15 digits (ITU-T E.164) and the usual separators. */
export function isPhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, '').length
  return /^\+?[\d\s()./-]+$/.test(phone.trim()) && digits >= 5 && digits <= 15
}

/** Whether a text is a currency code (ISO 4217) that this platform supports. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export interface AboutSection {
  title: string
  paragraphs: string[]
  parts: AboutSection[]
}

/** Parses the text about the shop: a lead before the first heading, then sections (`#`) with parts (`##`). */
export function readAbout(text: string): { lead: string[]; sections: AboutSection[] } {
  const lead: string[] = []
  const sections: AboutSection[] = []
  let isOpen = false
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const [, signs, title = ''] = /^(##?)(?!#)(.*)$/.exec(line) ?? []
    const section = sections.at(-1)
    const paragraphs = section?.parts.at(-1)?.paragraphs ?? section?.paragraphs ?? lead
    const made: AboutSection = { title: title.trim(), paragraphs: [], parts: [] }
    if (signs === '##' && section) section.parts.push(made)
    else if (signs) sections.push(made)
    else if (line && isOpen) paragraphs.push(`${paragraphs.pop()}\n${line}`)
    else if (line) paragraphs.push(line)
    isOpen = !signs && line !== ''
  }
  return { lead, sections }
}

/** Icon files of a logo, besides its sizes as a picture. */
export const logoIcons = {
  small: 'icon-192.png',
  large: 'icon-512.png',
  maskable: 'icon-maskable-512.png',
  apple: 'apple-touch-icon.png',
} as const

/** The address of one of a logo's icons; undefined if the logo is not a stored picture. */
export function logoIcon(logo: string, icon: keyof typeof logoIcons): string | undefined {
  const folder = /^(\/images\/[0-9a-f]{16,64}\/)640\.webp$/.exec(logo)?.[1]
  return folder && folder + logoIcons[icon]
}
