import { lightFormat } from 'date-fns/lightFormat'
import type { Locale } from '../../contract/locales.ts'

/** A time in the format of the specification's tables: `DD-MM-YYYY hh:mm` with AM/PM. Takes ISO 8601 or ms since 1970; empty for anything else. */
export function tableDate(time: string | number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : lightFormat(date, 'dd-MM-yyyy hh:mm aa')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making an `Intl.DateTimeFormat` is slow on a phone. */
function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const found = formats.get(key) ?? new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options)
  formats.set(key, found)
  return found
}

/** The day and the hour of a time, as the reader's language writes them: 24 hours in French and Spanish. */
export function timeParts(time: string | number, locale: Locale): { day: string; hour: string } | undefined {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return undefined
  const hours = locale === 'en' ? ({ hourCycle: 'h12' } as const) : ({ hourCycle: 'h23' } as const)
  return {
    day: formatOf(locale, { dateStyle: 'medium' }).format(date),
    hour: formatOf(locale, { timeStyle: 'short', ...hours }).format(date),
  }
}

/** A time in the reader's language: `30 Nov 2026, 2:05 pm`, in French `30 nov. 2026, 14:05`; empty for what is no time. */
export function formatTime(time: string | number, locale: Locale): string {
  const parts = timeParts(time, locale)
  return parts ? `${parts.day}, ${parts.hour}` : ''
}

/** A calendar day in the reader's language: `30 Nov 2026` for `2026-11-30`. Any other text stays as it is. */
export function formatDay(day: string, locale: Locale): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return day
  return formatOf(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}

export interface LastDay {
  validUntil: string
  expiresAt: string
}

/** An offer that is not sent yet has no end. */
const hasEnd = (expiresAt: string) => !expiresAt.startsWith('9999') && !Number.isNaN(Date.parse(expiresAt))

/** The last of a reader's own days on which an offer can be accepted. */
export function lastDayHere({ validUntil, expiresAt }: LastDay): string {
  return hasEnd(expiresAt) ? lightFormat(Date.parse(expiresAt) - 1, 'yyyy-MM-dd') : validUntil
}

/** The last day of an offer; where that day ends at another time for the reader, the reader's day and hour, with their zone. */
export function formatLastDay(offer: LastDay, locale: Locale): string {
  const { validUntil, expiresAt } = offer
  if (!hasEnd(expiresAt)) return formatDay(validUntil, locale)
  const here = new Date(expiresAt)
  if (lastDayHere(offer) === validUntil && lightFormat(here, 'HH:mm') === '00:00') return formatDay(validUntil, locale)
  const zone = formatOf(locale, { timeZoneName: 'shortOffset' }).formatToParts(here)
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value.replace(/\+0$/, '') ?? ''
  return `${formatTime(expiresAt, locale)} ${name}`.trim()
}

/** When an API key ends: the chosen day, to whose end in UTC it works, or a moment. Takes ISO 8601; any other text stays as it is. */
export function formatKeyEnd(until: string, locale: Locale): string {
  const day = /^(.+)T23:59:59\.999Z$/.exec(until)?.[1]
  return day ? `${formatDay(day, locale)} (UTC)` : formatTime(until, locale) || until
}
