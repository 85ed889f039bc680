import type { Locale } from '../../contract/locales.ts'
import { formatDay, formatTime } from './dates.ts'

/**
 * When an API key ends: the day that was chosen, to whose end in UTC it works, or a moment in the reader's time zone. Takes
 * ISO 8601; any other text stays as it is.
 */
export function formatKeyEnd(until: string, locale: Locale): string {
  const day = /^(.+)T23:59:59\.999Z$/.exec(until)?.[1]
  return day ? `${formatDay(day, locale)} (UTC)` : formatTime(until, locale) || until
}
