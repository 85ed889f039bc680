import type { BrokenRule } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Locale } from '../locales.ts'
import { onceFor } from './money.ts'

/** English as the trade writes it: the day before the month. */
const tags: Record<Locale, string> = { en: 'en-GB', fr: 'fr', es: 'es' }
const days = onceFor((tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }))
/** A day such as `2026-11-30` in words. */
export const dayText = (day: string, language: Locale) => days(tags[language]).format(Date.parse(day))

/** A moment (ISO 8601) in words, by the clock of a time zone (IANA). */
export function momentText(moment: string, timeZone: string, language: Locale): string {
  const format = new Intl.DateTimeFormat(tags[language], { dateStyle: 'long', timeStyle: 'short', timeZone })
  return format.format(Date.parse(moment))
}

/** The last minute before a moment (ISO 8601), by the clock of a time zone (IANA) whose city and distance from UTC it names. */
export function endText(end: string, timeZone: string, language: Locale): string {
  const last = Date.parse(end) - 60_000
  const zone = new Intl.DateTimeFormat(tags[language], { timeZone, timeZoneName: 'shortOffset' }).formatToParts(last)
  const offset = zone.find(({ type }) => type === 'timeZoneName')?.value.replace(/\+0$/, '') ?? ''
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''
  const names = city === 'UTC' ? city : `${city}, ${offset}`
  return `${momentText(new Date(last).toISOString(), timeZone, language)} (${names})`
}

const tonnes = onceFor(
  (locale: Locale) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: limits.quantityDecimals, useGrouping: 'always' }),
)

/** Tonnes in running text: `1,250.5 t`. */
export const tonnesText = (quantity: number, language: Locale) => `${tonnes(language).format(quantity)} t`
const hour = 60 * 60 * 1000
// Swedish dates have the format of ISO 8601
const isoDays = onceFor((timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }))
/** The day of a moment (ms since 1970) in a time zone (IANA), as `2026-11-30`. */
export const dayIn = (timeZone: string, moment: number) => isoDays(timeZone).format(moment)

/** The moment (ms since 1970) at which a day ends in a time zone. A binary search, because days may have 23 or 25 hours and no midnight. */
export function endOfDay(timeZone: string, day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  // time zones are between UTC+14 and UTC-12
  let [within, after] = [noon - 27 * hour, noon + 27 * hour]
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2)
    if (dayIn(timeZone, middle) > day) after = middle
    else within = middle
  }
  return after
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10)
}

/** What is wrong with the last day of an offer that is made on the shop's day `today`. */
export function brokenValidity(validUntil: string, today: string): BrokenRule | undefined {
  const limit = limits.validityDays
  if (validUntil < today) return { rule: 'todayOrLater' }
  return validUntil > addDays(today, limit) ? { rule: 'daysAhead', params: { limit } } : undefined
}
