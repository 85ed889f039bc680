import { SimpleGrid, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { sumKilograms } from '../../../contract/lots.ts'
import type { Offer } from '../../../contract/offers.ts'
import { ClaimInput, type OrderEvent, SettleInput } from '../../../contract/order-events.ts'
import { type ClaimLine, type CreditLine, claimReasons } from '../../../contract/shipment/claims.ts'
import { wrongSettlement } from '../../../contract/shipment/refuse-goods.ts'
import { claimReasonNames, kilogramsText } from '../../../contract/texts/goods-words.ts'
import { formatMoney, minorDigits } from '../../../contract/texts/money.ts'
import { useServerNow } from '../../db/read-orders.ts'
import { amountOf, checkAmount, readKilograms } from '../../forms/amount-rules.ts'
import { Group, NumberField, SelectField, TextField } from '../../forms/fields.tsx'
import { filledTexts } from '../../forms/filled-texts.ts'
import type { FieldError, Messages } from '../../forms/form-types.ts'
import { savedRows } from '../../forms/use-saved-values.ts'
import { amountText, type Reading } from '../../i18n/amounts.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { EventDialog } from '../order-part.tsx'
import { itemName, itemsOf } from '../shown-order.ts'
import { type EventFormProps, editedBody, useEventForm } from '../use-decision.tsx'

/** A product that went, with the most that can be claimed of it in kg, and the codes of its lots where they are at hand. */
export interface Claimable {
  fishe: string
  most: number
  lots: readonly string[]
}

export function checkKilograms(typed: string, most: number, locale: Locale): FieldError | undefined {
  const kg = readKilograms(typed, locale)
  if (kg === undefined) return msg`Enter kilograms above 0, with at most 3 decimals.`
  return kg > most ? { rule: 'maximum', params: { limit: most } } : undefined
}

type ClaimRow = Record<'product' | 'kg' | 'lot' | 'reason' | 'note', string>

/** A row for each product that went; empty ones are not sent. */
export const claimRows = (goods: readonly Claimable[], lines: readonly ClaimLine[], locale: Locale): ClaimRow[] =>
  goods.map(({ fishe, lots }) => {
    const line = lines.find((each) => each.fishe === fishe)
    return {
      product: fishe,
      kg: line ? quantityText(line.kg, locale) : '',
      lot: line?.lot ?? (lots.length === 1 ? (lots[0] ?? '') : ''),
      reason: line?.reason ?? 'quality',
      note: line?.note ?? '',
    }
  })

export const toClaimLines = (rows: readonly ClaimRow[], locale: Locale): ClaimLine[] =>
  rows.flatMap((row) => {
    const kg = readKilograms(row.kg, locale)
    const reason = claimReasons.find((each) => each === row.reason) ?? 'other'
    return kg === undefined ? [] : { fishe: row.product, kg, reason, ...filledTexts(row, ['lot', 'note']) }
  })

interface ClaimFormProps extends EventFormProps {
  goods: readonly Claimable[]
}

/** What is wrong with goods that have arrived. The time that counts is that at which it is sent off here, also without a network. */
export function ClaimForm(props: ClaimFormProps) {
  const { order, goods, edited } = props
  const { t } = useLingui()
  const locale = useLocale()
  const now = useServerNow()
  const before = editedBody(edited, 'claim')
  const [initial] = useState(() => ({ rows: claimRows(goods, before?.lines ?? [], locale), note: before?.note ?? '' }))
  const products = goods.map(({ fishe }) => fishe)
  const event = useEventForm(props, {
    name: `claim-${edited?.id ?? order._id}`,
    initial,
    fromSaved: (saved) => ({ ...saved, rows: savedRows(saved.rows, products) }),
    schema: ClaimInput,
    toBody: ({ rows, note }) => ({
      ...{ kind: 'claim', lines: toClaimLines(rows, locale) },
      ...(note.trim() && { note: note.trim() }),
      reportedAt: before?.reportedAt ?? new Date(now).toISOString(),
    }),
    check: ({ rows }) => ({
      rows: rows.map(({ kg }, at) => {
        const isNone = at === 0 && rows.every((row) => row.kg.trim() === '')
        if (kg.trim() === '') return { kg: isNone ? msg`Please enter how much is wrong` : undefined }
        return { kg: checkKilograms(kg, goods[at]?.most ?? 0, locale) }
      }),
    }),
    words: { sent: <Trans>Your claim is with the shop.</Trans> },
  })
  const { form } = event
  return (
    <EventDialog
      {...{ ...props, event }}
      title={t`Something is wrong`}
      first="rows/0/kg"
      files="claim"
      submit={<Trans comment="button: sends what is wrong with the goods">Send claim</Trans>}
    >
      {goods.map(({ fishe, most, lots }, at) => {
        const weight = kilogramsText(most, locale)
        return (
          <Group key={fishe} legend={itemName(itemsOf(order), fishe, locale)}>
            <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
              <NumberField
                field={form.field('rows', at, 'kg')}
                label={t({ message: 'Kilograms', comment: 'label of a field: how much of a product is wrong' })}
                hint={t({ message: `of ${weight}`, comment: 'the weight of a product that was delivered' })}
                maxLength={14}
              />
              <SelectField
                field={form.field('rows', at, 'reason')}
                label={t({ message: 'Reason', context: 'claim', comment: 'label of a field: what is wrong' })}
                options={claimReasons.map((value) => ({ value, label: claimReasonNames[value][locale] }))}
              />
              {lots.length > 0 && (
                <SelectField
                  field={form.field('rows', at, 'lot')}
                  label={t({ message: 'Lot', comment: 'of fish: what was caught or produced together' })}
                  none={t({ message: 'Not known', comment: 'entry of a select: no lot' })}
                  options={lots.map((value) => ({ value, label: value }))}
                />
              )}
              <TextField
                field={form.field('rows', at, 'note')}
                label={t`What you found (optional)`}
                maxLength={limits.lineNoteLength}
              />
            </SimpleGrid>
          </Group>
        )
      })}
      <Text color="fg.muted">{t`Photos of the goods, the label and the thermometer help the shop to settle it.`}</Text>
    </EventDialog>
  )
}

export type CreditRow = Record<'product' | 'kg' | 'amount', string>

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

/** Rules that no schema has: numbers as people type them, and no more credited than was claimed and is left of the price. */
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
  return rows.map((row, at): Messages<CreditRow> => {
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

interface SettleFormProps extends EventFormProps {
  offer: Offer
  claim: OrderEvent
  /** what can still be credited of the price, minor units */
  most: number
}

/** A credit for a claim: the kilograms that the shop concedes, at the agreed price unless it names another. */
export function SettleForm(props: SettleFormProps) {
  const { order, offer, claim, most } = props
  const { t } = useLingui()
  const locale = useLocale()
  const { currency } = offer
  const reading = { locale, digits: minorDigits(currency) }
  const claimed = claim.lines ?? []
  const suggested = (product: string, typed: string) => {
    const kg = readKilograms(typed, locale)
    return kg === undefined ? '' : amountText(agreedAmount(offer, product, kg), reading)
  }
  const [initial] = useState(() => ({
    rows: claimedProducts(claimed).map(({ fishe, kg }): CreditRow => {
      const text = quantityText(kg, locale)
      return { product: fishe, kg: text, amount: suggested(fishe, text) }
    }),
    note: '',
  }))
  const event = useEventForm(props, {
    name: `settle-${claim._id}`,
    initial,
    schema: SettleInput,
    toBody: ({ rows, note }, after) => ({
      ...{ kind: 'settle', after, claim: claim._id, credit: toCredit(rows, reading) },
      ...(note.trim() && { note: note.trim() }),
    }),
    check: ({ rows }) => ({ rows: checkCredit(rows, claimed, { ...reading, most }) }),
    words: { sent: <Trans>The claim is settled. The buyer can see it.</Trans> },
  })
  const { form } = event
  const sum = toCredit(form.values.rows, reading).reduce((total, { amount }) => total + amount, 0)
  const total = formatMoney(sum, currency, locale)
  return (
    <EventDialog
      {...{ ...props, event }}
      title={t`Settle this claim`}
      first="rows/0/kg"
      submit={<Trans comment="button: the shop credits a claim">Settle</Trans>}
    >
      {form.values.rows.map((row, at) => {
        const weight = kilogramsText(claimedProducts(claimed)[at]?.kg ?? 0, locale)
        const changeKilograms = (typed: string) => {
          const isSuggested = row.amount === suggested(row.product, row.kg)
          const amount = isSuggested ? suggested(row.product, typed) : row.amount
          form.change({ rows: form.values.rows.with(at, { ...row, kg: typed, amount }) })
        }
        return (
          <Group key={row.product} legend={itemName(itemsOf(order), row.product, locale)}>
            <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
              <NumberField
                field={{ ...form.field('rows', at, 'kg'), set: changeKilograms }}
                label={t({ message: 'Kilograms credited', comment: 'label of a field' })}
                hint={t({ message: `claimed: ${weight}`, comment: 'the weight that a buyer claims' })}
                maxLength={14}
              />
              <NumberField field={form.field('rows', at, 'amount')} label={t`Amount in ${currency}`} maxLength={20} />
            </SimpleGrid>
          </Group>
        )
      })}
      <Text fontWeight="semibold">
        <Trans comment="what the shop credits for a claim">Credit: {total}</Trans>
      </Text>
    </EventDialog>
  )
}
