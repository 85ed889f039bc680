import { formatDay, formatLastDay, type LastDay as Last, tableDate, timeParts } from '../i18n/dates.ts'
import { useLocale } from '../i18n/use-locale.ts'

/** A time in the reader's language. The spans do not wrap (elements.ts): browsers would break a date at its spaces and hyphens. */
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

/** A calendar day that does not wrap. */
export function Day({ day }: { day: string }) {
  const locale = useLocale()
  return (
    <time dateTime={day}>
      <span>{formatDay(day, locale)}</span>
    </time>
  )
}

/** Until when an offer can be accepted, for the reader. */
export function LastDay({ of }: { of: Last }) {
  const locale = useLocale()
  return (
    <time dateTime={of.validUntil}>
      <span>{formatLastDay(of, locale)}</span>
    </time>
  )
}
