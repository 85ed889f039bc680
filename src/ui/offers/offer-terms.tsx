import { DataList, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Day, Time } from '../dates.tsx'
import type { NumberedOffer } from './thread-offers.ts'
import { ValidityLeft } from './validity-left.tsx'

interface OfferTermsProps {
  offer: NumberedOffer
  /** the time, ms since 1970, where it can be accepted: then it says for how long */
  openAt?: number | undefined
}

/** What an offer says besides its prices. */
export function OfferTerms({ offer: { number, at, offer }, openAt }: OfferTermsProps) {
  const { t } = useLingui()
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
        <Day day={offer.validUntil} />
        {openAt !== undefined && (
          <Text color="fg.muted" fontSize="sm" fontWeight="normal">
            <ValidityLeft validUntil={offer.validUntil} now={openAt} />
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
    </DataList.Root>
  )
}

/** The free words of an offer. */
export function OfferNote({ note }: { note: string | undefined }) {
  if (!note) return null
  return (
    <div>
      <Text fontWeight="semibold">
        <Trans>Note</Trans>
      </Text>
      <Text whiteSpace="pre-line" overflowWrap="anywhere">
        {note}
      </Text>
    </div>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  )
}
