import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Side } from '../../contract/order-events.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import type { OrderView } from '../db/read-orders.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { OrderStateBadge } from './order-state-badge.tsx'
import type { NumberedOffer } from './shown-order.ts'

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
