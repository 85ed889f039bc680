import { Badge, Box, Button, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isDay, type Offer } from '../../../contract/offers.ts'
import { MilestoneInput, type Side } from '../../../contract/order-events.ts'
import { type Due, type Dues, hasPaymentTerms } from '../../../contract/shipment/dues.ts'
import { type Paid, paymentParts, type Reported } from '../../../contract/shipment/milestones.ts'
import { correctedIds } from '../../../contract/shipment/shipment-state.ts'
import { formatMoney, minorDigits } from '../../../contract/texts/money.ts'
import { balanceText, paymentTerms } from '../../../contract/texts/payment-terms.ts'
import { duesOf } from '../../db/order-figures.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { type OrderView, useShopToday } from '../../db/read-orders.ts'
import { useShop } from '../../db/use-deps.tsx'
import { amountOf, checkAmount } from '../../forms/amount-rules.ts'
import { NumberField, SelectField, TextField } from '../../forms/fields.tsx'
import type { FieldError } from '../../forms/form-types.ts'
import { amountText, type Reading } from '../../i18n/amounts.ts'
import { formatNumber } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Day } from '../../ui/date-text.tsx'
import { Terms } from '../../ui/page.tsx'
import { EventTitle } from '../event-title.tsx'
import { EventFiles } from '../files/files-part.tsx'
import { EventDialog, OrderPart, useOrderPart } from '../order-part.tsx'
import { Mark } from '../order-state-badge.tsx'
import { CorrectButton } from '../shipment/steps.tsx'
import { type EventFormProps, editedBody, useEventForm } from '../use-decision.tsx'

export interface GoodsProps {
  view: OrderView
  /** the accepted one */
  offer: Offer
  userId: string
  side: Side
}

const isPayment = ({ payload: { body } }: EventRow) => body.kind === 'milestone' && body.step === 'paid'

/** What is due of an accepted order, and what was paid. Nothing where the offer has no terms and nobody has paid. */
export function PaymentsPart({ view, offer, userId, side }: GoodsProps) {
  const { order, waiting } = view
  const { t } = useLingui()
  const locale = useLocale()
  const part = useOrderPart<{ edited?: EventRow; confirmed?: Reported }>(order)
  const { decision, opened, open } = part
  const due = duesOf(order, { timeZone: useShop().timeZone, today: useShopToday() })
  const { paid, reported = [], claims = [] } = order.shipment ?? {}
  const pending = waiting.filter(isPayment)
  const isEmpty = !paid && reported.length === 0 && claims.every(({ credit = 0 }) => credit === 0)
  if (!due || (!hasPaymentTerms(offer) && isEmpty && pending.length === 0)) return null
  const money = (minor: number) => formatMoney(minor, offer.currency, locale)
  const isConfirmedHere = ({ _id }: Reported) =>
    pending.some(({ state, payload: { body } }) => state !== 'attention' && 'confirms' in body && body.confirms === _id)
  const corrected = correctedIds(order.events)
  const made = order.events.filter(({ _id, paid }) => paid && !corrected.has(_id))
  return (
    <OrderPart
      {...{ part, order, side, pending }}
      id="payments"
      title={<Trans comment="heading: what is due of an order, and what was paid">Payments</Trans>}
      onEdit={(edited) => open({ edited })}
      actions={
        <>
          {!order.sealed && (due.open > 0 || side === 'shop') && (
            <ButtonRow>
              <Button onClick={() => open({})}>
                {side === 'buyer' ? (
                  <Trans comment="button: the buyer reports a payment">Report a payment</Trans>
                ) : (
                  <Trans comment="button: the shop writes down what it has received">Record a payment</Trans>
                )}
              </Button>
            </ButtonRow>
          )}
          {opened && (
            <PaymentForm
              key={opened.edited?.id ?? opened.confirmed?._id ?? 'new'}
              {...{ order, offer, due, side, userId, decision, ...opened }}
              onClose={part.close}
            />
          )}
        </>
      }
    >
      <Stack as="ul" listStyleType="none" gap="2" aria-label={t`What is due`}>
        {due.parts.map((each) => (
          <DuePart
            key={each.part}
            due={each}
            offer={offer}
            isReported={reported.some(({ part: of }) => of === each.part)}
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
      <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Payments so far`} _empty={{ display: 'none' }}>
        {made.map((event) => {
          const { _id, by, on = '', files } = event
          const confirmed = side === 'shop' ? reported.find((each) => each._id === _id) : undefined
          return (
            <Box as="li" key={_id} borderTopWidth="1px" paddingBlockStart="2">
              <Flex wrap="wrap" gap="2" columnGap="3" align="center">
                <Text flex="1 1 14rem" overflowWrap="anywhere">
                  <EventTitle event={event} thread={order} />
                </Text>
                {confirmed && !order.sealed && !isConfirmedHere(confirmed) && (
                  <Button size="sm" variant="solid" onClick={() => open({ confirmed })}>
                    <Trans comment="button: the shop has received what the buyer has paid">Confirm</Trans>
                  </Button>
                )}
                {!order.sealed && (side === 'shop' || by.side === 'buyer') && (
                  <CorrectButton {...{ order, side, decision }} milestone={{ _id, on, step: 'paid' }} />
                )}
              </Flex>
              {files && <EventFiles orderId={order._id} side={by.side} files={files} />}
            </Box>
          )
        })}
      </Stack>
    </OrderPart>
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

interface PaymentFormProps extends EventFormProps {
  offer: Offer
  due: Dues
  side: Side
  /** the buyer's report that is confirmed */
  confirmed?: Reported
}

/** An amount above zero; unlike a price it has no other limit. */
export function checkPayment(typed: string, reading: Reading): FieldError | undefined {
  const amount = amountOf(typed, reading)
  if (amount?.kind !== 'amount') return checkAmount(amount, reading)
  return amount.minor > 0 ? undefined : msg`Please enter an amount above zero`
}

/** What is open of a part of the price, without what the buyer has reported already. */
export function suggestedPayment(due: Dues, reported: readonly Reported[], part: Paid['part']): number {
  const open = due.parts.find((each) => each.part === part)?.open ?? 0
  const reportedSum = reported.reduce((sum, each) => sum + (each.part === part ? each.amount : 0), 0)
  return Math.max(0, open - reportedSum)
}

function PaymentForm(props: PaymentFormProps) {
  const { order, offer, due, side, confirmed, edited } = props
  const { t } = useLingui()
  const locale = useLocale()
  const today = useShopToday()
  const { currency } = offer
  const reading = { locale, digits: minorDigits(currency) }
  const textOf = (minor: number) => (minor > 0 ? amountText(minor, reading) : '')
  const suggested = (part: string) => textOf(suggestedPayment(due, order.shipment?.reported ?? [], partOf(part)))
  const before = editedBody(edited, 'milestone')
  // what others report meanwhile must not change the initial values while somebody types
  const [initial] = useState(() => {
    const first = due.parts.find(({ part }) => suggested(part) !== '')?.part ?? 'balance'
    const start = before?.paid ?? confirmed
    const { part, on, amount } = start
      ? { ...start, amount: textOf(start.amount) }
      : { part: first, on: today, amount: suggested(first) }
    return { part: part as string, amount, on, note: before?.note ?? '' }
  })
  const confirms = confirmed?._id ?? before?.confirms
  const event = useEventForm(props, {
    name: `payment-${edited?.id ?? confirmed?._id ?? order._id}`,
    initial,
    schema: MilestoneInput,
    toBody: ({ part, amount, on, note }, after) => {
      const read = amountOf(amount, reading)
      return {
        ...{ kind: 'milestone', step: 'paid', on },
        paid: { amount: read?.kind === 'amount' ? read.minor : 0, on, part: partOf(part) },
        ...(note.trim() && { note: note.trim() }),
        ...(confirms !== undefined && { confirms }),
        ...(side === 'shop' && { after }),
      }
    },
    paths: { paid: '' },
    check: ({ amount, on }) => ({
      amount: checkPayment(amount, reading),
      on: isDay(on) && on > today ? msg`Please choose today or an earlier day` : undefined,
    }),
    words: {
      sent:
        side === 'buyer' ? (
          <Trans>Reported. It counts once the shop has confirmed it.</Trans>
        ) : (
          <Trans>Recorded. Both sides can see it.</Trans>
        ),
    },
  })
  const { form } = event
  const changePart = (part: string) => {
    const isUntouched = form.values.amount === suggested(form.values.part)
    form.change({ part, ...(isUntouched && !confirms && { amount: suggested(part) }) })
  }
  const title = confirms ? t`Confirm a payment` : side === 'buyer' ? t`Report a payment` : t`Record a payment`
  const reportedSum = confirmed && formatMoney(confirmed.amount, currency, locale)
  return (
    <EventDialog
      {...{ ...props, event, title }}
      first="amount"
      files="payment"
      submit={
        confirms ? (
          <Trans comment="button: the shop has received what the buyer has paid">Confirm</Trans>
        ) : side === 'buyer' ? (
          <Trans comment="button: reports a payment to the other side">Report</Trans>
        ) : (
          <Trans comment="button: the shop writes down a payment">Record</Trans>
        )
      }
    >
      {reportedSum && (
        <Text>
          <Trans>The buyer reported {reportedSum}. If you received another amount, enter what came.</Trans>
        </Text>
      )}
      <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
        <SelectField
          field={{ ...form.field('part'), set: changePart }}
          label={t({ message: 'For', comment: 'label of a field: the part of the price that was paid' })}
          options={paymentParts.map((value) => ({ value, label: paymentTerms[value][locale] }))}
        />
        <NumberField field={form.field('amount')} label={t`Amount in ${currency}`} maxLength={20} />
        <TextField
          field={form.field('on')}
          type="date"
          label={t({ message: 'Paid on', comment: 'label of a field: the day of a payment' })}
        />
      </SimpleGrid>
      {side === 'buyer' && (
        <Text color="fg.muted">{t`A proof, such as the bank’s confirmation, helps the shop find it.`}</Text>
      )}
    </EventDialog>
  )
}

const partOf = (text: string): Paid['part'] => paymentParts.find((each) => each === text) ?? 'balance'
