import { lightFormat } from 'date-fns/lightFormat'

/**
 * A time in the shop's format: `DD-MM-YYYY hh:mm` in the reader's time zone, 12-hour with AM/PM. Takes ISO 8601 or ms since
 * 1970; empty for anything else. The format is the same in every language, so `lightFormat` is enough, which is a quarter of
 * the size of `format`.
 */
export function formatDate(time: string | number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : lightFormat(date, 'dd-MM-yyyy hh:mm aa')
}

/** A calendar day in the shop's format: `30-11-2026` for `2026-11-30`. Any other text stays as it is. */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  return year ? `${date}-${month}-${year}` : day
}
