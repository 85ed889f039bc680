import { Box, Flex, Grid, Heading, QrCode, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Order, partyLines } from '../../../contract/orders.ts'
import { textIn } from '../../../contract/shop.ts'
import { toleranceText } from '../../../contract/texts/quantity.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { incotermNames } from '../../parts/offers/offer-terms.tsx'
import { Reference } from '../../parts/offers/order-state-badge.tsx'
import type { NumberedOffer } from '../../parts/offers/thread-offers.ts'
import { Day, LastDay, Time } from '../../ui/date-text.tsx'
import { Beside, Both, WithEnglish } from './bilingual.tsx'
import { PaperLines } from './paper-lines.tsx'

interface OfferPaperProps {
  order: Order
  offer: NumberedOffer
  isPrinted: boolean
}

/** An offer on paper: one A4 page in the reader's language and English, with a QR code that leads to the order. */
export function OfferPaper({ order, offer, isPrinted }: OfferPaperProps) {
  if (!isPrinted) return null
  return (
    <WithEnglish>
      <Box display="none" _print={{ display: 'block' }} fontSize="9.5pt" lineHeight="1.35" overflowWrap="anywhere">
        <Head order={order} offer={offer} />
        <Parties order={order} />
        <Terms offer={offer} />
        <PaperLines offer={offer.offer} items={order.orderItems} />
        {offer.offer.note && (
          <Box mt="4mm" breakInside="avoid">
            <Label>
              <Both text={msg`Note`} />
            </Label>
            <Text whiteSpace="pre-line" unicodeBidi="plaintext">
              {offer.offer.note}
            </Text>
          </Box>
        )}
      </Box>
    </WithEnglish>
  )
}

function Head({ order, offer: { number, at } }: { order: Order; offer: NumberedOffer }) {
  const shop = useShop()
  const locale = useLocale()
  return (
    <Flex justify="space-between" gap="8mm" pb="4mm" borderBottom="2px solid {colors.fg}">
      <div>
        <Text fontFamily="heading" fontSize="16pt" fontWeight="bold">
          {shop.name}
        </Text>
        <Text color="fg.muted">
          {[shop.street, textIn(shop.city, locale)].filter(Boolean).join(', ')}
          <br />
          {[shop.phone, shop.email].filter(Boolean).join(' · ')}
        </Text>
        <Heading as="h1" mt="5mm" fontSize="17pt" fontWeight="bold" lineHeight="1.2">
          <Both text={msg`Offer`} /> {number}
        </Heading>
        <p>
          <Both text={msg`For the request`} /> <Reference>{order.reference}</Reference>
        </p>
        <p>
          <Time at={at} />
        </p>
      </div>
      <QrCode.Root
        value={`${location.origin}${location.pathname}#/order/${order._id}`}
        encoding={{ ecc: 'M' }}
        flexShrink="0"
      >
        <QrCode.Frame width="30mm" height="30mm" color="black">
          <QrCode.Pattern />
        </QrCode.Frame>
      </QrCode.Root>
    </Flex>
  )
}

const partyTitles = {
  billedTo: msg`Billed to`,
  deliverTo: msg`Deliver to`,
  consignee: msg`Consignee`,
  notifyParty: msg`Notify party`,
}

function Parties({ order }: { order: Order }) {
  const { t } = useLingui()
  const lines = partyLines(order, (number) => t`Tax number: ${number}`)
  const parties = (Object.keys(partyTitles) as (keyof typeof lines)[]).filter((party) => lines[party].length > 0)
  return (
    <Grid templateColumns="1fr 1fr" gap="8mm" mt="4mm">
      {parties.map((party) => (
        <Box key={party} whiteSpace="pre-line">
          <Label>
            <Both text={partyTitles[party]} />
          </Label>
          {lines[party].join('\n')}
        </Box>
      ))}
    </Grid>
  )
}

function Terms({ offer: { offer } }: { offer: NumberedOffer }) {
  const locale = useLocale()
  return (
    <Grid templateColumns="1fr 1fr" gap="2mm 8mm" mt="4mm">
      <Term label={<Both text={msg`Valid until`} />}>
        <b>
          <LastDay of={offer} />
        </b>
      </Term>
      <Term label={<Both text={msg`Delivery term`} />}>
        {offer.incoterm} {offer.place} (<Both text={incotermNames[offer.incoterm]} />)
      </Term>
      {offer.readyFrom && (
        <Term label={<Both text={msg`Ready from`} />}>
          <Day day={offer.readyFrom} />
        </Term>
      )}
      {offer.payment && <Term label={<Both text={msg`Payment`} />}>{offer.payment}</Term>}
      <Term
        label={
          <Both
            text={msg({ message: 'Tolerance', comment: 'of the quantities: per cent by which more may be loaded' })}
          />
        }
      >
        {toleranceText(offer, locale)}
        <Beside own={toleranceText(offer, locale)} english={toleranceText(offer, 'en')} />
      </Term>
    </Grid>
  )
}

function Term({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Label>{label}</Label>
      <p>{children}</p>
    </div>
  )
}

function Label({ children }: { children: ReactNode }) {
  return (
    <Text color="fg.muted" fontSize="8.5pt">
      {children}
    </Text>
  )
}
