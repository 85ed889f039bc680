import { DataList, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { parseISO } from 'date-fns/parseISO'
import type { ReactNode } from 'react'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { type LastDay as LastDayOf, lastDayHere } from '../i18n/dates.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Day, LastDay, Time } from '../ui/date-text.tsx'
import type { NumberedOffer } from './thread-offers.ts'

interface OfferTermsProps {
  offer: NumberedOffer
  /** the time, ms since 1970; given for an open offer, to show how long it is still valid */
  now?: number | undefined
}

/** The terms of an offer, without its prices. */
export function OfferTerms({ offer: { number, at, offer }, now }: OfferTermsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { incoterm, place } = offer
  return (
    <DataList.Root>
      <Term label={t({ message: 'Number', comment: 'number of an offer, counted from 1 in its request' })}>
        {number}
      </Term>
      <Term label={t({ message: 'Date', comment: 'on which the offer was made' })}>
        <Time at={at} />
      </Term>
      <Term label={t`Valid until`}>
        <LastDay of={offer} />
        {now !== undefined && (
          <Text color="fg.muted" fontSize="sm" fontWeight="normal">
            <ValidityLeft offer={offer} now={now} />
          </Text>
        )}
      </Term>
      <Term label={t`Delivery term`}>
        {incoterm} {place}
      </Term>
      {offer.readyFrom && (
        <Term label={t`Ready from`}>
          <Day day={offer.readyFrom} />
        </Term>
      )}
      {offer.payment && <Term label={t`Payment`}>{offer.payment}</Term>}
      <Term label={t({ message: 'Tolerance', comment: 'of the quantities: per cent by which more may be loaded' })}>
        {toleranceText(offer, locale)}
      </Term>
    </DataList.Root>
  )
}

/** The note of an offer or of a request. */
export function OfferNote({ note }: { note: string | undefined }) {
  if (!note) return null
  return (
    <div>
      <Text fontWeight="semibold">
        <Trans>Note</Trans>
      </Text>
      <Text whiteSpace="pre-line" unicodeBidi="plaintext" overflowWrap="anywhere">
        {note}
      </Text>
    </div>
  )
}

/** One row of a list of terms. */
export function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue overflowWrap="anywhere">{children}</DataList.ItemValue>
    </DataList.Item>
  )
}

interface ValidityLeftProps {
  offer: LastDayOf
  /** ms since 1970 */
  now: number
}

/** How long an open offer is still valid, in days of the reader's calendar. */
export function ValidityLeft({ offer, now }: ValidityLeftProps) {
  const days = differenceInCalendarDays(parseISO(lastDayHere(offer)), now)
  if (days < 1) return <Trans comment="an offer that ends with this day">valid today only</Trans>
  return <Plural value={days} one="valid for # more day" other="valid for # more days" />
}
