import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { agreedOffer } from '../../contract/price-talk.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { formatDay } from '../i18n/dates.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { LastDay } from '../ui/date-text.tsx'
import { Panel } from '../ui/page.tsx'
import { LinesTable, OfferNote } from './offer-sheet.tsx'
import { itemName, itemsOf, type NumberedOffer } from './shown-order.ts'

interface CounterSheetProps {
  order: Order
  offer: NumberedOffer
  counter: OrderEvent
}

/** An offer and the prices that the buyer suggests in its place, line by line. */
export function CounterSheet({ order, offer: { number, offer }, counter }: CounterSheetProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { lines: wanted = [], until = '', expiresAt = '', neededBy, note } = counter
  const deal = agreedOffer(offer, { ...counter, lines: wanted })
  const money = (minor: number) => formatMoney(minor, offer.currency, locale)
  const change = (to: number, from: number) =>
    to === from ? '–' : `${to < from ? '−' : '+'}${money(Math.abs(to - from))}`
  const items = itemsOf(order)
  const priceOf = (line: { qty: number; price: number | null } | undefined) =>
    line && line.price !== null ? `${formatTonnes(line.qty, locale)} × ${money(line.price)}` : t`not wanted`
  return (
    <Panel
      titleId="counter"
      title={<Trans comment="heading: the offer beside the prices that the buyer suggests">Suggested prices</Trans>}
    >
      <LinesTable
        caption={t`Suggested prices`}
        titles={[
          t`Offer ${number}`,
          t({ message: 'Suggested', comment: 'column: tonnes and prices that the buyer suggests' }),
          t({ message: 'Difference', comment: 'column: between an offer and what the buyer suggests' }),
        ]}
        rows={offer.lines
          .filter(
            (line) => line.price !== null && (!line.alternativeTo || wanted.some((each) => each.fishe === line.fishe)),
          )
          .map((line) => {
            const suggested = deal.lines.find(({ fishe }) => fishe === line.fishe)
            const values = [priceOf(line), priceOf(suggested), change(suggested?.total ?? 0, line.total ?? 0)]
            const isChanged = suggested?.qty !== line.qty || suggested.price !== line.price
            const mark = isChanged
              ? ({ as: 'mark', bg: 'bg.warning', color: 'inherit' } as const)
              : ({ as: 'span' } as const)
            return { id: line.fishe, name: <Text {...mark}>{itemName(items, line.fishe, locale)}</Text>, values }
          })}
        sums={[
          ...(offer.charges ?? []).map(({ label, amount }) => ({ label, amount: money(amount) })),
          { label: t`Offer ${number}`, amount: money(offer.total) },
          { label: t`Difference`, amount: change(deal.total, offer.total) },
          {
            label: t({ message: 'Suggested total', comment: 'sum of what the buyer suggests' }),
            amount: money(deal.total),
          },
        ]}
      />
      <Stack gap="1">
        <Text>
          <Trans>
            Stands until <LastDay of={{ validUntil: until, expiresAt }} />
          </Trans>
        </Text>
        {neededBy && <Text>{t`Needed by: ${{ day: formatDay(neededBy, locale) }}`}</Text>}
      </Stack>
      <OfferNote note={note} />
    </Panel>
  )
}
