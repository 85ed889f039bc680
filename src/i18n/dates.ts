import { lightFormat } from 'date-fns/lightFormat'

/**
 * A time as the shop writes it: `DD-MM-YYYY hh:mm` in the reader's time zone, 12-hour with AM/PM (screens.md, dates).
 * Takes ISO 8601 or milliseconds since 1970; an empty text for anything that is no time. This form is the
 * same in every language, so `lightFormat` is enough: its code is a quarter of that of `format`.
 */
export function formatDate(time: string | number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : lightFormat(date, 'dd-MM-yyyy hh:mm aa')
}

/** A day of the calendar, `2026-11-30`, as the shop writes it: `30-11-2026`; whatever else it is stays as it is. */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  return year ? `${date}-${month}-${year}` : day
}
