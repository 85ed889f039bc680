import { Plural, Trans } from '@lingui/react/macro'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { parseISO } from 'date-fns/parseISO'

interface ValidityLeftProps {
  /** a day of the calendar, the last one on which the offer can be accepted */
  validUntil: string
  /** ms since 1970 */
  now: number
}

/** How long an open offer is still valid, in days of the reader's calendar. */
export function ValidityLeft({ validUntil, now }: ValidityLeftProps) {
  const days = differenceInCalendarDays(parseISO(validUntil), now)
  if (days < 1) return <Trans comment="an offer that ends with this day">valid today only</Trans>
  return <Plural value={days} one="valid for # more day" other="valid for # more days" />
}
