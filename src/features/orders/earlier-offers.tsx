import { Heading, Stack } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { OrderItem } from '../../../contract/orders.ts'
import { OfferChanges } from '../../parts/offers/offer-changes.tsx'
import { OfferLines } from '../../parts/offers/offer-lines.tsx'
import { OfferNote, OfferTerms } from '../../parts/offers/offer-terms.tsx'
import type { NumberedOffer } from '../../parts/offers/thread-offers.ts'
import { Time } from '../../ui/dates.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Panel } from '../../ui/panel.tsx'

interface EarlierOffersProps {
  /** all offers of the thread, oldest first */
  offers: readonly NumberedOffer[]
  currentId: string | undefined
  items: readonly OrderItem[]
}

/** Offers that are no longer current, collapsed, each with the changes of the next one. */
export function EarlierOffers({ offers, currentId, items }: EarlierOffersProps) {
  const earlier = offers.filter(({ id }) => id !== currentId)
  if (earlier.length === 0) return null
  return (
    <Panel titleId="earlier-offers" title={<Trans>Earlier offers</Trans>}>
      {earlier.map((offer) => (
        <EarlierOffer
          key={offer.id}
          offer={offer}
          next={offers.find(({ number }) => number === offer.number + 1)}
          items={items}
        />
      ))}
    </Panel>
  )
}

interface EarlierOfferProps {
  offer: NumberedOffer
  next: NumberedOffer | undefined
  items: readonly OrderItem[]
}

function EarlierOffer({ offer, next, items }: EarlierOfferProps) {
  const { number, at } = offer
  return (
    <Fold
      title={
        <Trans>
          Offer {number} of <Time at={at} />
        </Trans>
      }
    >
      <Stack gap="4" padding="0.5rem 0.5rem 1rem">
        {next && (
          <Stack gap="1">
            <Heading as="h3" fontSize="md" fontWeight="semibold">
              <Trans>What changed in offer {next.number}</Trans>
            </Heading>
            <OfferChanges before={offer.offer} after={next.offer} items={items} />
          </Stack>
        )}
        <OfferTerms offer={offer} />
        <OfferLines offer={offer.offer} items={items} />
        <OfferNote note={offer.offer.note} />
      </Stack>
    </Fold>
  )
}
