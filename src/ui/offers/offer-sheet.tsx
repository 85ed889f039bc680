import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderItem } from '../../../contract/orders.ts'
import { Panel } from '../panel.tsx'
import { OfferLines } from './offer-lines.tsx'
import { OfferNote, OfferTerms } from './offer-terms.tsx'
import type { NumberedOffer } from './thread-offers.ts'

interface OfferSheetProps {
  offer: NumberedOffer
  items: readonly OrderItem[]
  /** the time, ms since 1970, where it can be accepted: then it says for how long */
  openAt?: number | undefined
  /** what can be done with it, below */
  children?: ReactNode
}

/** An offer as a document of its own: terms, prices, charges, total. */
export function OfferSheet({ offer, items, openAt, children }: OfferSheetProps) {
  return (
    <Panel as="section" aria-labelledby="our-offer" titleId="our-offer" title={<Trans>Our offer</Trans>}>
      <OfferTerms offer={offer} openAt={openAt} />
      <OfferLines offer={offer.offer} items={items} />
      <OfferNote note={offer.offer.note} />
      {children}
    </Panel>
  )
}
