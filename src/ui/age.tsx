import { intlFormatDistance } from 'date-fns/intlFormatDistance'
import type { Locale } from '../../contract/locales.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'

/**
 * The age of a time in the browser's words: `2 hours ago`, in French `il y a 2 heures`. A future time counts as now. Takes
 * ISO 8601 or ms since 1970; empty for anything else.
 */
export function formatAge(time: string | number, { now, locale }: { now: number; locale: Locale }): string {
  const at = new Date(time).getTime()
  if (Number.isNaN(at)) return ''
  const days = (now - at) / 86_400_000
  // in place of quarters, in which nobody counts
  const inMonths = days > 90 && days < 366
  return intlFormatDistance(Math.min(at, now), now, { locale, ...(inMonths && { unit: 'month' }) })
}

/** How long ago a time was, such as '2 h ago'. Shown beside the exact date. */
export function Age({ at }: { at: string | number }) {
  const { clock } = useDeps()
  const locale = useLocale()
  return formatAge(at, { now: clock.now(), locale })
}
