import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
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
  const at = Math.min(new Date(time).getTime(), now)
  if (Number.isNaN(at)) return ''
  const seconds = Math.floor((now - at) / 1000)
  const days = differenceInCalendarDays(now, at)
  const [from, to] = [new Date(at), new Date(now)]
  const years = to.getFullYear() - from.getFullYear()
  const ago = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-count, unit)
  if (seconds < 60) return ago(seconds, 'second')
  if (seconds < 3600) return ago(Math.floor(seconds / 60), 'minute')
  if (days < 1) return ago(Math.floor(seconds / 3600), 'hour')
  if (days < 7) return ago(days, 'day')
  if (days <= 30) return ago(Math.round(days / 7), 'week')
  return days < 366 ? ago(years * 12 + to.getMonth() - from.getMonth(), 'month') : ago(years, 'year')
}

/** How long ago a time was, such as '2 h ago'. Shown beside the exact date. */
export function Age({ at }: { at: string | number }) {
  const { clock } = useDeps()
  const locale = useLocale()
  return formatAge(at, { now: clock.now(), locale })
}
