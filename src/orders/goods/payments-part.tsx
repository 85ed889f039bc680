import { Badge, Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Offer } from '../../../contract/offers.ts'
import type { Side } from '../../../contract/order-events.ts'
import { type Due, type Dues, hasPaymentTerms } from '../../../contract/shipment/dues.ts'
import type { Reported } from '../../../contract/shipment/milestones.ts'
import { correctedIds } from '../../../contract/shipment/shipment-state.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { balanceText, paymentTerms } from '../../../contract/texts/payment-terms.ts'
import { duesOf } from '../../db/order-figures.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { type OrderView, useShopToday } from '../../db/read-orders.ts'
import { useShop } from '../../db/use-deps.tsx'
import { formatNumber } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Day } from '../../ui/date-text.tsx'
import { Panel, Terms } from '../../ui/page.tsx'
import { useEventChanges } from '../event-actions.tsx'
import { EventTitle } from '../event-title.tsx'
import { EventFiles } from '../files/files-part.tsx'
import { Mark } from '../order-state-badge.tsx'
import { Pending } from '../shipment/shipment-part.tsx'
import { CorrectButton } from '../shipment/steps.tsx'
import { useDecision } from '../use-decision.tsx'
import { PaymentForm } from './payment-form.tsx'

export interface GoodsProps {
  view: OrderView
  /** the accepted one */
  offer: Offer
  userId: string
  side: Side
}

const isPayment = ({ payload: { body } }: EventRow) => body.kind === 'milestone' && body.step === 'paid'

/** What is due of an accepted order, and what was paid. Nothing where the offer has no terms and nobody has paid. */
export function PaymentsPart(props: GoodsProps) {
  const { view, offer } = props
  const { order, waiting } = view
  const timeZone = useShop().timeZone
  const due = duesOf(order, { timeZone, today: useShopToday() })
  const { paid, reported = [], claims = [] } = order.shipment ?? {}
  const isEmpty = !paid && reported.length === 0 && claims.every(({ credit = 0 }) => credit === 0)
  if (!due || (!hasPaymentTerms(offer) && isEmpty && !waiting.some(isPayment))) return null
  return <Payments {...props} due={due} reported={reported} />
}

interface PaymentsProps extends GoodsProps {
  due: Dues
  reported: readonly Reported[]
}

function Payments({ view, offer, userId, side, due, reported }: PaymentsProps) {
  const { order, waiting } = view
  const { t } = useLingui()
  const locale = useLocale()
  const decision = useDecision(order)
  const changes = useEventChanges()
  const [open, setOpen] = useState<{ edited?: EventRow; confirmed?: Reported }>()
  const money = (minor: number) => formatMoney(minor, offer.currency, locale)
  const pending = waiting.filter(isPayment)
  const isConfirmedHere = ({ _id }: Reported) =>
    pending.some(({ state, payload: { body } }) => state !== 'attention' && 'confirms' in body && body.confirms === _id)
  const show = (next: typeof open) => {
    decision.forget()
    setOpen(next)
  }
  return (
    <Panel
      titleId="payments"
      title={<Trans comment="heading: what is due of an order, and what was paid">Payments</Trans>}
    >
      {decision.outcome}
      {changes.part}
      <Stack as="ul" listStyleType="none" gap="2" aria-label={t`What is due`}>
        {due.parts.map((part) => (
          <DuePart
            key={part.part}
            due={part}
            offer={offer}
            isReported={reported.some((each) => each.part === part.part)}
          />
        ))}
      </Stack>
      <Terms
        gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 9rem), 1fr))"
        terms={[
          [t`Total`, money(due.total)],
          [t({ message: 'Received', comment: 'the sum that was paid' }), due.paid > 0 && money(due.paid)],
          [
            t({ message: 'Credited', comment: 'the sum that claims have lowered the price by' }),
            due.credited > 0 && money(due.credited),
          ],
          [t({ message: 'Still open', comment: 'the sum that is to be paid' }), money(due.open)],
        ]}
      />
      <Made {...{ view, offer, side, userId }} decision={decision}>
        {(id) => {
          const report = reported.find(({ _id }) => _id === id)
          return (
            report &&
            side === 'shop' &&
            !order.sealed &&
            !isConfirmedHere(report) && (
              <Button size="sm" variant="solid" onClick={() => show({ confirmed: report })}>
                <Trans comment="button: the shop has received what the buyer has paid">Confirm</Trans>
              </Button>
            )
          )
        }}
      </Made>
      {pending.map((row) => (
        <Pending
          key={row.id}
          row={row}
          order={order}
          side={side}
          changes={changes}
          onEdit={() => setOpen({ edited: row })}
        />
      ))}
      {!order.sealed && (due.open > 0 || side === 'shop') && (
        <ButtonRow>
          <Button onClick={() => show({})}>
            {side === 'buyer' ? (
              <Trans comment="button: the buyer says what was paid">Report a payment</Trans>
            ) : (
              <Trans comment="button: the shop writes down what it has received">Record a payment</Trans>
            )}
          </Button>
        </ButtonRow>
      )}
      {open && (
        <PaymentForm
          key={open.edited?.id ?? open.confirmed?._id ?? 'new'}
          {...{ order, offer, due, side, userId, decision, ...open }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

/** `Deposit 30 % · €28,722.00 due 5 Dec`, and how it stands. */
function DuePart({ due, offer, isReported }: { due: Due; offer: GoodsProps['offer']; isReported: boolean }) {
  const locale = useLocale()
  const { part, amount, open, day, isOverdue } = due
  const money = (minor: number) => formatMoney(minor, offer.currency, locale)
  const share = part === 'deposit' && offer.deposit ? ` ${formatNumber(offer.deposit, locale)}\u00a0%` : ''
  const rest = money(open)
  return (
    <Flex as="li" wrap="wrap" gap="2" columnGap="3" align="center" color={isOverdue ? 'fg.error' : undefined}>
      <span>
        <strong>
          {paymentTerms[part][locale]}
          {share}
        </strong>{' '}
        ·{' '}
        <Box as="span" fontVariantNumeric="tabular-nums">
          {money(amount)}
        </Box>{' '}
        {day ? (
          <Trans comment="after an amount: the day by which it is to be paid">
            due <Day day={day} />
          </Trans>
        ) : (
          part === 'balance' && offer.balance && `· ${balanceText(offer.balance, locale)}`
        )}
      </span>
      {open === 0 ? (
        <Badge colorPalette="green">
          <Trans comment="badge of a part of the price">paid</Trans>
        </Badge>
      ) : (
        open < amount && (
          <span>
            <Trans>still open: {rest}</Trans>
          </span>
        )
      )}
      {isOverdue && <Mark kind="overdue" />}
      {isReported && <Mark kind="reported" />}
    </Flex>
  )
}

interface MadeProps extends GoodsProps {
  decision: ReturnType<typeof useDecision>
  children: (id: string) => ReactNode
}

/** The payments that the thread at hand has, each with its proof and what can be done about it. */
function Made({ view: { order }, side, decision, children }: MadeProps) {
  const { t } = useLingui()
  const corrected = correctedIds(order.events)
  const made = order.events.filter(({ _id, paid }) => paid && !corrected.has(_id))
  if (made.length === 0) return null
  return (
    <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Payments so far`}>
      {made.map((event) => {
        const { _id, by, on = '', files } = event
        const mayCorrect = !order.sealed && (side === 'shop' || by.side === 'buyer')
        return (
          <Box as="li" key={_id} borderTopWidth="1px" paddingBlockStart="2">
            <Flex wrap="wrap" gap="2" columnGap="3" align="center">
              <Text flex="1 1 14rem" overflowWrap="anywhere">
                <EventTitle event={event} thread={order} />
              </Text>
              {children(_id)}
              {mayCorrect && (
                <CorrectButton order={order} milestone={{ _id, on, step: 'paid' }} side={side} decision={decision} />
              )}
            </Flex>
            {files && <EventFiles orderId={order._id} side={by.side} files={files} />}
          </Box>
        )
      })}
    </Stack>
  )
}
