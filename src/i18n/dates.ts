import { format } from 'date-fns'

/**
 * A time as the shop writes it: `DD-MM-YYYY hh:mm` in the reader's time zone, 12-hour with AM/PM (screens.md, dates).
 * Takes ISO 8601 or milliseconds since 1970; an empty text for anything that is no time.
 */
export function formatDate(time: string | number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : format(date, 'dd-MM-yyyy hh:mm aa')
}
