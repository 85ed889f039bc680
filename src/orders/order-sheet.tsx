import { Box, Button, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { hasRight } from '../../contract/accounts.ts'
import type { Wishes } from '../../contract/offers.ts'
import type { Side } from '../../contract/order-events.ts'
import { findDecision } from '../../contract/order-state.ts'
import { type OrderItem, partyLines } from '../../contract/orders.ts'
import { shopLine } from '../../contract/shop.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import type { OrderView } from '../db/read-orders.ts'
import { useSession, useShop } from '../db/use-deps.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Day, Time } from '../ui/date-text.tsx'
import { Panel, Terms } from '../ui/page.tsx'
import { Reference } from '../ui/rows/table-cards.tsx'
import { LineName } from './line-name.tsx'
import { LinesTable, OfferNote } from './offer-sheet.tsx'
import { DeliveryState, Mark, OrderStateBadge, SealedNote } from './order-state-badge.tsx'
import { itemName, type NumberedOffer, type ShownOrder } from './shown-order.ts'

/** What a buyer can expect of a request: the specification's thanks while it waits for an answer, then what has become of it. */
function SheetNote({ view }: { view: OrderView | undefined }) {
  if (view?.order.sealed) return <SealedNote at={view.order.sealed} />
  switch (view?.state) {
    case 'offered':
    case 'countered':
      return <Trans>Thank you. We have answered with an offer.</Trans>
    case 'expired':
      return <Trans>We have answered with an offer, which has expired.</Trans>
    case 'accepted':
      return <Trans>Thank you. You have accepted our offer.</Trans>
    case 'declined':
      return <Trans>You have declined our offer.</Trans>
    case 'cancelled':
      return <Trans>You have cancelled this request.</Trans>
    case 'closed': {
      const reason = findDecision(view.order)?.note ?? ''
      return <Trans>We cannot make an offer for this request: {reason}</Trans>
    }
    case 'requested':
    case undefined:
      return <Trans>Thank you. We will answer with price, port and date as soon as we can.</Trans>
  }
}

interface OrderSheetProps {
  order: ShownOrder
  /** where an offer stands above it: the screen has only its heading until somebody opens it, paper has all */
  fold?: { isOpen: boolean; onToggle: () => void }
}

export function OrderSheet({ order, fold }: OrderSheetProps) {
  const locale = useLocale()
  const shop = useShop()
  const isStaff = hasRight(useSession(), 'orders')
  const { t } = useLingui()
  const lines = partyLines({ ...order, shippingAddress: order.address }, (number) => t`Tax number: ${number}`)
  const parties = (
    [
      [t`Billed to`, lines.billedTo],
      [t`Deliver to`, lines.deliverTo],
      [t`Consignee`, lines.consignee],
      [t`Notify party`, lines.notifyParty],
    ] as const
  ).filter(([, text]) => text.length > 0)
  const sealed = order.view?.order.sealed
  return (
    <Panel as="article" overflowWrap="anywhere" css={{ '& > div': { gap: '6' } }}>
      <Flex wrap="wrap" justify="space-between" gap="4" paddingBottom="5" borderBottom="2px solid {colors.fg}">
        <Box minWidth="0">
          <Heading as="h2" fontSize="1.5rem" fontWeight="bold" lineHeight="1.2" letterSpacing="0.04em">
            <Trans>ASK FOR A QUOTE</Trans>
          </Heading>
          <p>
            <Reference>{order.reference}</Reference>
          </p>
          <Text color="fg.muted" fontSize="xs">
            {order.id}
          </Text>
        </Box>
        <Stack gap="1.5" align="flex-start">
          {order.view && (
            <Flex wrap="wrap" gap="1.5" _print={{ display: 'none' }}>
              <OrderStateBadge
                state={order.view.state}
                side={isStaff ? 'shop' : 'buyer'}
                shipment={order.view.order.shipment}
              />
            </Flex>
          )}
          {sealed && <Mark kind="sealed" />}
          <DeliveryState order={order} />
          {/* '' if the server sent no date */}
          {order.createdAt && (
            <Text color="fg.muted">
              <Time at={order.createdAt} />
            </Text>
          )}
          {fold && (
            <Button aria-expanded={fold.isOpen} onClick={fold.onToggle} _print={{ display: 'none' }}>
              {fold.isOpen ? <Trans>Hide the request</Trans> : <Trans>Show the request</Trans>}
            </Button>
          )}
        </Stack>
      </Flex>
      <Box display={fold && !fold.isOpen ? 'none' : 'contents'} _print={{ display: 'contents' }}>
        <Grid templateColumns={{ md: '1fr 1fr', _print: '1fr 1fr' }} rowGap="5" columnGap="10">
          {parties.map(([title, text]) => (
            <section key={title}>
              <Heading as="h2" mb="1.5" fontSize="lg" fontWeight="medium">
                {title}
              </Heading>
              <Box whiteSpace="pre-line">{text.join('\n')}</Box>
            </section>
          ))}
        </Grid>
        <LinesTable
          caption={t`Items`}
          titles={[t`Quantity`, t`Price`, t`Total`]}
          rows={order.lines.map((line) => ({
            id: line.fishe,
            name: <LineName line={line} note={line.note} printed />,
            // the specification has a capital letter here
            values: [formatTonnes(line.qty, locale).replace(/t$/, 'T'), '---', '---'],
          }))}
          sums={[t`Subtotal`, t`Total`].map((label) => ({ label, amount: '---' }))}
        />
        {(sealed || !isStaff) && (
          <Text fontFamily="heading" fontStyle="italic" fontSize="1.0625rem" lineHeight="1.5">
            <SheetNote view={order.view} />
          </Text>
        )}
        <Text display="none" _print={{ display: 'block' }} color="fg.muted">
          {shopLine(shop, locale)}
        </Text>
      </Box>
    </Panel>
  )
}

export function WishesPanel({ wishes, items }: { wishes: Wishes; items: readonly OrderItem[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { incoterm, place, neededBy, currency, note } = wishes
  const terms = [
    [t`Delivery term`, incoterm],
    [t`Port or place`, place],
    [t`Needed by`, neededBy && <Day day={neededBy} />],
    [t`Currency`, currency],
    ...items.flatMap(({ fishe, target }) => {
      const name = itemName(items, fishe, locale)
      const title = t({ message: `Would pay for ${name}`, comment: 'title: the price per tonne that a buyer names' })
      return target === undefined || !currency ? [] : [[title, formatMoney(target, currency, locale)] as const]
    }),
  ] as const
  if (!note && terms.every(([, value]) => !value)) return null
  return (
    <Panel titleId="wishes" title={<Trans>Wishes for the quote</Trans>}>
      <Terms terms={terms} />
      <OfferNote note={note} />
    </Panel>
  )
}

interface OrderBarProps {
  view: OrderView
  offer: NumberedOffer
  side: Side
  /** what the reader can answer */
  children: ReactNode
}

/** State and total of an offer with the answers to it, in view wherever the page is scrolled to. */
export function OrderBar({ view, offer: { offer }, side, children }: OrderBarProps) {
  const total = formatMoney(offer.total, offer.currency, useLocale())
  return (
    <Flex
      data-order-bar
      wrap="wrap"
      align="center"
      gap="2"
      columnGap="4"
      paddingBlock="2"
      paddingInline="4"
      border="1px solid {colors.border}"
      borderRadius="l3"
      bg="bg.panel"
      _print={{ display: 'none' }}
      css={{ '@media (min-height: 30rem)': { position: 'sticky', top: '2', zIndex: 'sticky' } }}
    >
      <OrderStateBadge state={view.state} side={side} shipment={view.order.shipment} />
      <Box flex="1" fontSize="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {total}
      </Box>
      <Flex gap="2" wrap="wrap" _empty={{ display: 'none' }}>
        {children}
      </Flex>
    </Flex>
  )
}
