import { intlFormatDistance } from 'date-fns/intlFormatDistance'
import type { Locale } from '../../contract/locales.ts'

/**
 * How long ago a time was: `2 hours ago`, in French `il y a 2 heures`; nothing is ever in the future. The words are the
 * browser's own, so no language brings any. ISO 8601 or ms since 1970; an empty text for anything that is no time.
 */
export function formatAge(time: string | number, { now, locale }: { now: number; locale: Locale }): string {
  const at = new Date(time).getTime()
  return Number.isNaN(at) ? '' : intlFormatDistance(Math.min(at, now), now, { locale })
}
