import { SimpleGrid, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { isDay, type Offer } from '../../../contract/offers.ts'
import { MilestoneInput, type Side } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Dues } from '../../../contract/shipment/dues.ts'
import { type Paid, paymentParts, type Reported } from '../../../contract/shipment/milestones.ts'
import { formatMoney, minorDigits } from '../../../contract/texts/money.ts'
import { paymentTerms } from '../../../contract/texts/payment-terms.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { useShopToday } from '../../db/read-orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { amountOf, checkAmount } from '../../forms/amount-rules.ts'
import { TextAreaField, TextField } from '../../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, TypedBefore, useForm } from '../../forms/form.tsx'
import type { FieldError } from '../../forms/form-types.ts'
import { SelectField } from '../../forms/select.tsx'
import type { Reading } from '../../i18n/amounts.ts'
import { amountText } from '../../i18n/amounts.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { FilesPart, useAttached } from '../files/files-part.tsx'
import type { Decision } from '../use-decision.tsx'

interface PaymentFormProps {
  order: Order
  offer: Offer
  due: Dues
  side: Side
  userId: string
  decision: Pick<Decision, 'decide'>
  /** the buyer's report that is confirmed */
  confirmed?: Reported
  edited?: EventRow
  onClose: () => void
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

export function PaymentForm(props: PaymentFormProps) {
  const { order, offer, due, side, userId, decision, confirmed, edited, onClose } = props
  const { t } = useLingui()
  const { sync } = useDeps()
  const locale = useLocale()
  const today = useShopToday()
  const { currency } = offer
  const reading = { locale, digits: minorDigits(currency) }
  const textOf = (minor: number) => (minor > 0 ? amountText(minor, reading) : '')
  const suggested = (part: string) => textOf(suggestedPayment(due, order.shipment?.reported ?? [], partOf(part)))
  const body = edited?.payload.body
  const before = body?.kind === 'milestone' ? body : undefined
  const attachedBefore = before?.files ?? []
  // what others report meanwhile must not change the initial values while somebody types
  const [{ id, after, initial }] = useState(() => {
    const first = due.parts.find(({ part }) => suggested(part) !== '')?.part ?? 'balance'
    const start = before?.paid ?? confirmed
    const { part, on, amount } = start
      ? { ...start, amount: textOf(start.amount) }
      : { part: first, on: today, amount: suggested(first) }
    return {
      id: sync.newId(),
      after: order.version,
      initial: { part: part as string, amount, on, note: before?.note ?? '' },
    }
  })
  const confirms = confirmed?._id ?? before?.confirms
  const attached = useAttached()
  const toBody = ({ part, amount, on, note }: typeof initial): MilestoneInput => {
    const read = amountOf(amount, reading)
    return {
      ...{ kind: 'milestone', step: 'paid', on },
      paid: { amount: read?.kind === 'amount' ? read.minor : 0, on, part: partOf(part) },
      ...(note.trim() && { note: note.trim() }),
      ...(confirms !== undefined && { confirms }),
    }
  }
  const form = useForm({
    name: `payment-${edited?.id ?? confirmed?._id ?? order._id}`,
    owner: userId,
    initial,
    schema: MilestoneInput,
    body: toBody,
    paths: { paid: '' },
    check: ({ amount, on }) => ({
      amount: checkPayment(amount, reading),
      on: isDay(on) && on > today ? msg`Please choose today or an earlier day` : undefined,
    }),
    submit: async (values) => {
      const files = [...attachedBefore, ...attached.files]
      const payment = { ...toBody(values), ...(files.length > 0 && { files }) }
      const words = {
        sent:
          side === 'buyer' ? (
            <Trans>Reported. It counts once the shop has confirmed it.</Trans>
          ) : (
            <Trans>Recorded. Both sides can see it.</Trans>
          ),
      }
      const outcome = await decision.decide({
        ...{ id, words, edited },
        body: side === 'shop' ? { ...payment, after: before?.after ?? after } : payment,
      })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  const changePart = (part: string) => {
    const isUntouched = form.values.amount === suggested(form.values.part)
    form.change({ part, ...(isUntouched && !confirms && { amount: suggested(part) }) })
  }
  const title = confirms ? t`Confirm a payment` : side === 'buyer' ? t`Report a payment` : t`Record a payment`
  const reportedSum = confirmed && formatMoney(confirmed.amount, currency, locale)
  return (
    <FormDialog onClose={onClose} title={title}>
      <Form form={form}>
        <TypedBefore form={form} first="amount" />
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
          <TextField
            field={form.field('amount')}
            label={t`Amount in ${currency}`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
          <TextField
            field={form.field('on')}
            type="date"
            label={t({ message: 'Paid on', comment: 'label of a field: the day of a payment' })}
          />
        </SimpleGrid>
        {side === 'buyer' && (
          <Text color="fg.muted">
            <Trans>A proof, such as the bank’s confirmation, helps the shop find it.</Trans>
          </Text>
        )}
        <FilesPart
          order={order._id}
          userId={userId}
          form="payment"
          taken={attachedBefore.length}
          onChange={attached.onChange}
        />
        <TextAreaField field={form.field('note')} label={t`Note (optional)`} rows={2} maxLength={limits.noteLength} />
        <FormFailure form={form} />
        <SubmitButton form={{ busy: form.busy || attached.isBusy }}>
          {confirms ? (
            <Trans comment="button: the shop has received what the buyer has paid">Confirm</Trans>
          ) : side === 'buyer' ? (
            <Trans comment="button: tells the other side of a payment">Report</Trans>
          ) : (
            <Trans comment="button: the shop writes down a payment">Record</Trans>
          )}
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}

const partOf = (text: string): Paid['part'] => paymentParts.find((each) => each === text) ?? 'balance'
