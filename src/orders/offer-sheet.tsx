import { Box } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderItem } from '../../contract/orders.ts'
import { Panel } from '../ui/page.tsx'
import { NewMark } from './new-mark.tsx'
import { OfferLines } from './offer-lines.tsx'
import { OfferNote, OfferTerms } from './offer-terms.tsx'
import type { NumberedOffer } from './thread-offers.ts'

interface OfferSheetProps {
  offer: NumberedOffer
  items: readonly OrderItem[]
  /** the time, ms since 1970; given for an open offer, to show how long it is still valid */
  now?: number | undefined
  /** it has come while the screen was open */
  isNew?: boolean
  /** the actions below */
  children?: ReactNode
}

/** An offer with terms, prices, charges and total. */
export function OfferSheet({ offer, items, now, isNew, children }: OfferSheetProps) {
  return (
    <Panel titleId="our-offer" title={<Trans>Our offer</Trans>}>
      {isNew && (
        <Box>
          <NewMark />
        </Box>
      )}
      <OfferTerms offer={offer} now={now} />
      <OfferLines offer={offer.offer} items={items} />
      <OfferNote note={offer.offer.note} />
      {children}
    </Panel>
  )
}
