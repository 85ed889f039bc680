import { intlFormatDistance } from 'date-fns/intlFormatDistance'
import type { Locale } from '../../contract/locales.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatDay, formatLastDay, type LastDay as Last, tableDate, timeParts } from '../i18n/dates.ts'
import { useLocale } from '../i18n/use-locale.ts'

/** A time in the reader's language. The spans do not wrap (theme/system.ts): browsers would break a date at its spaces and hyphens. */
export function Time({ at }: { at: string | number }) {
  const parts = timeParts(at, useLocale())
  return (
    parts && (
      <time dateTime={new Date(at).toISOString()}>
        <span>{parts.day},</span> <span>{parts.hour}</span>
      </time>
    )
  )
}

/** A time as the specification writes it in its tables of orders: `DD-MM-YYYY hh:mm`. */
export function TableTime({ at }: { at: string | number }) {
  const [day, ...hours] = tableDate(at).split(' ')
  return (
    day && (
      <time dateTime={new Date(at).toISOString()}>
        <span>{day}</span> <span>{hours.join(' ')}</span>
      </time>
    )
  )
}

export function Day({ day }: { day: string }) {
  const locale = useLocale()
  return (
    <time dateTime={day}>
      <span>{formatDay(day, locale)}</span>
    </time>
  )
}

export function LastDay({ of }: { of: Last }) {
  const locale = useLocale()
  return (
    <time dateTime={of.validUntil}>
      <span>{formatLastDay(of, locale)}</span>
    </time>
  )
}

/** `2 hours ago` for ISO 8601 or ms since 1970, empty for anything else. A future time counts as now. */
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
