import { SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { sumKilograms } from '../../../contract/lots.ts'
import type { Offer } from '../../../contract/offers.ts'
import { type OrderEvent, SettleInput } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import { type CreditLine, wrongSettlement } from '../../../contract/shipment/claims.ts'
import { kilogramsText } from '../../../contract/texts/goods-words.ts'
import { formatMoney, minorDigits } from '../../../contract/texts/money.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { amountOf, checkAmount } from '../../forms/amount-rules.ts'
import { Group, TextAreaField, TextField } from '../../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, TypedBefore, useForm } from '../../forms/form.tsx'
import type { FieldError } from '../../forms/form-types.ts'
import type { Reading } from '../../i18n/amounts.ts'
import { amountText } from '../../i18n/amounts.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { itemName, itemsOf } from '../shown-order.ts'
import type { Decision } from '../use-decision.tsx'
import { checkKilograms, readKilograms } from './claim-form.tsx'

export interface CreditRow {
  product: string
  kg: string
  amount: string
}

type Claimed = NonNullable<OrderEvent['lines']>

/** Kilograms of each claimed product, each once. */
export const claimedProducts = (lines: Claimed) =>
  [...new Set(lines.map(({ fishe }) => fishe))].map((fishe) => ({
    fishe,
    kg: sumKilograms(lines.flatMap((line) => (line.fishe === fishe ? [line.kg ?? 0] : []))),
  }))

/** What kilograms cost at the agreed price, minor units, rounded half up: exact to the gram. */
export function agreedAmount({ lines }: Pick<Offer, 'lines'>, fishe: string, kg: number): number {
  const price = BigInt(lines.find((line) => line.fishe === fishe)?.price ?? 0)
  return Number((price * BigInt(Math.round(kg * 1000)) + 500_000n) / 1_000_000n)
}

/** The rows that credit something. */
export const toCredit = (rows: readonly CreditRow[], reading: Reading): CreditLine[] =>
  rows.flatMap(({ product, kg: typed, amount: text }) => {
    const kg = readKilograms(typed, reading.locale)
    const amount = amountOf(text, reading)
    return kg !== undefined && amount?.kind === 'amount' ? [{ fishe: product, kg, amount: amount.minor }] : []
  })

const isEmpty = ({ kg }: CreditRow) => kg.trim() === ''

/** What no schema says: numbers as people type them, and that no more is credited than was claimed and is left of the price. */
export function checkCredit(
  rows: readonly CreditRow[],
  claimed: Claimed,
  { most, ...reading }: Reading & { most: number },
) {
  const wrong = wrongSettlement(
    { claimed: claimed.map(({ fishe, kg = 0 }) => ({ fishe, kg, reason: 'other' })), most },
    { credit: toCredit(rows, reading) },
  )
  const filled = rows.filter((row) => !isEmpty(row))
  return rows.map((row, at): { kg?: FieldError | undefined; amount?: FieldError | undefined } => {
    if (isEmpty(row)) return at === 0 && filled.length === 0 ? { kg: { rule: 'required' } } : {}
    const limit = claimedProducts(claimed).find(({ fishe }) => fishe === row.product)?.kg ?? 0
    const amount = amountOf(row.amount, reading)
    const isBelow = amount?.kind === 'amount' && amount.minor < 0
    const tooMuch = wrong.find(({ path }) => path === `credit.${filled.indexOf(row)}.amount`)
    return {
      kg: checkKilograms(row.kg, limit, reading.locale),
      amount: isBelow
        ? { rule: 'minimum', params: { limit: 0 } }
        : amount?.kind !== 'amount'
          ? checkAmount(amount, reading)
          : tooMuch && {
              rule: 'maximum',
              params: {
                limit: Number(amountText(Number(tooMuch.params?.limit), { locale: 'en', digits: reading.digits })),
              },
            },
    }
  })
}

interface SettleFormProps {
  order: Order
  offer: Offer
  claim: OrderEvent
  /** what can still be credited of the price, minor units */
  most: number
  userId: string
  decision: Pick<Decision, 'decide'>
  onClose: () => void
}

/** A credit for a claim: the kilograms that the shop concedes, at the agreed price unless it says otherwise. */
export function SettleForm({ order, offer, claim, most, userId, decision, onClose }: SettleFormProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const locale = useLocale()
  const { currency } = offer
  const reading = { locale, digits: minorDigits(currency) }
  const claimed = claim.lines ?? []
  const suggested = (product: string, typed: string) => {
    const kg = readKilograms(typed, locale)
    return kg === undefined ? '' : amountText(agreedAmount(offer, product, kg), reading)
  }
  const [{ id, after, initial }] = useState(() => ({
    id: sync.newId(),
    after: order.version,
    initial: {
      rows: claimedProducts(claimed).map(({ fishe, kg }): CreditRow => {
        const text = quantityText(kg, locale)
        return { product: fishe, kg: text, amount: suggested(fishe, text) }
      }),
      note: '',
    },
  }))
  const toBody = ({ rows, note }: typeof initial) => ({
    ...{ kind: 'settle' as const, after, claim: claim._id, credit: toCredit(rows, reading) },
    ...(note.trim() && { note: note.trim() }),
  })
  const form = useForm({
    name: `settle-${claim._id}`,
    owner: userId,
    initial,
    schema: SettleInput,
    body: toBody,
    check: ({ rows }) => ({ rows: checkCredit(rows, claimed, { ...reading, most }) }),
    submit: async (values) => {
      const words = { sent: <Trans>The claim is settled. The buyer can see it.</Trans> }
      const outcome = await decision.decide({ id, body: toBody(values), words })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  const sum = toCredit(form.values.rows, reading).reduce((total, { amount }) => total + amount, 0)
  const total = formatMoney(sum, currency, locale)
  return (
    <FormDialog onClose={onClose} title={t`Settle this claim`}>
      <Form form={form}>
        <TypedBefore form={form} first="rows/0/kg" />
        {form.values.rows.map((row, at) => {
          const weight = kilogramsText(claimedProducts(claimed)[at]?.kg ?? 0, locale)
          const kg = form.field('rows', at, 'kg')
          return (
            <Group key={row.product} legend={itemName(itemsOf(order), row.product, locale)}>
              <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
                <TextField
                  field={{
                    ...kg,
                    set: (typed) => {
                      const isSuggested = row.amount === suggested(row.product, row.kg)
                      const amount = isSuggested ? suggested(row.product, typed) : row.amount
                      form.change({ rows: form.values.rows.with(at, { ...row, kg: typed, amount }) })
                    },
                  }}
                  label={t({ message: 'Kilograms credited', comment: 'label of a field' })}
                  hint={t({ message: `claimed: ${weight}`, comment: 'the weight that a buyer claims' })}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={14}
                />
                <TextField
                  field={form.field('rows', at, 'amount')}
                  label={t`Amount in ${currency}`}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                />
              </SimpleGrid>
            </Group>
          )
        })}
        <Text fontWeight="semibold">
          <Trans comment="what the shop credits for a claim">Credit: {total}</Trans>
        </Text>
        <TextAreaField field={form.field('note')} label={t`Note (optional)`} rows={2} maxLength={limits.noteLength} />
        <FormFailure form={form} />
        <SubmitButton form={form}>
          <Trans comment="button: the shop credits a claim">Settle</Trans>
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}
