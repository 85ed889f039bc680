import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { ClaimInput } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import { type ClaimLine, claimReasons } from '../../../contract/shipment/claims.ts'
import { claimReasonNames, kilogramsText } from '../../../contract/texts/goods-words.ts'
import { isGrouped, plainNumber } from '../../../contract/texts/quantity.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { useServerNow } from '../../db/read-orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { Group, TextAreaField, TextField } from '../../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, TypedBefore, useForm } from '../../forms/form.tsx'
import type { FieldError } from '../../forms/form-types.ts'
import { SelectField } from '../../forms/select.tsx'
import { savedRows } from '../../forms/use-saved-values.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { FilesPart, useAttached } from '../files/files-part.tsx'
import { itemName, itemsOf } from '../shown-order.ts'
import type { Decision } from '../use-decision.tsx'

/** A product that went, with the most that can be claimed of it in kg, and the codes of its lots where they are at hand. */
export interface Claimable {
  fishe: string
  most: number
  lots: readonly string[]
}

/** Kilograms as people type them, with at most three decimals; undefined for what is none. */
export function readKilograms(typed: string, locale: Locale): number | undefined {
  const text = plainNumber(typed).replace(/\s*kg\.?$/i, '')
  if (isGrouped(text, locale) || !/^\d{1,9}([.,]\d{1,3})?$/.test(text)) return undefined
  const kg = Number(text.replace(',', '.'))
  return kg > 0 ? kg : undefined
}

export function checkKilograms(typed: string, most: number, locale: Locale): FieldError | undefined {
  const kg = readKilograms(typed, locale)
  if (kg === undefined) return msg`Enter kilograms above 0, with at most 3 decimals.`
  return kg > most ? { rule: 'maximum', params: { limit: most } } : undefined
}

interface ClaimRow {
  product: string
  kg: string
  lot: string
  reason: string
  note: string
}

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
  rows.flatMap(({ product, kg: typed, lot, reason, note }) => {
    const kg = readKilograms(typed, locale)
    if (kg === undefined) return []
    return {
      ...{ fishe: product, kg, reason: claimReasons.find((each) => each === reason) ?? 'other' },
      ...(lot && { lot }),
      ...(note.trim() && { note: note.trim() }),
    }
  })

interface ClaimFormProps {
  order: Order
  goods: readonly Claimable[]
  userId: string
  decision: Pick<Decision, 'decide'>
  edited: EventRow | undefined
  onClose: () => void
}

/** What is wrong with goods that have arrived. The time that counts is that at which it is sent off here, also without a network. */
export function ClaimForm({ order, goods, userId, decision, edited, onClose }: ClaimFormProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const locale = useLocale()
  const now = useServerNow()
  const [id] = useState(() => sync.newId())
  const body = edited?.payload.body
  const before = body?.kind === 'claim' ? body : undefined
  const attachedBefore = before?.files ?? []
  const attached = useAttached()
  const [initial] = useState(() => ({ rows: claimRows(goods, before?.lines ?? [], locale), note: before?.note ?? '' }))
  const toBody = ({ rows, note }: typeof initial) => ({
    ...{ kind: 'claim' as const, lines: toClaimLines(rows, locale) },
    ...(note.trim() && { note: note.trim() }),
  })
  const form = useForm({
    name: `claim-${edited?.id ?? order._id}`,
    owner: userId,
    initial,
    fromSaved: (saved) => ({
      ...saved,
      rows: savedRows(
        saved.rows,
        goods.map(({ fishe }) => fishe),
      ),
    }),
    schema: ClaimInput,
    body: toBody,
    check: ({ rows }) => ({
      rows: rows.map(({ kg }, at) => {
        const isNone = at === 0 && rows.every((row) => row.kg.trim() === '')
        if (kg.trim() === '') return { kg: isNone ? msg`Please enter how much is wrong` : undefined }
        return { kg: checkKilograms(kg, goods[at]?.most ?? 0, locale) }
      }),
    }),
    submit: async (values) => {
      const files = [...attachedBefore, ...attached.files]
      const reportedAt = before?.reportedAt ?? new Date(now).toISOString()
      const outcome = await decision.decide({
        ...{ id, edited },
        body: { ...toBody(values), reportedAt, ...(files.length > 0 && { files }) },
        words: { sent: <Trans>Your claim is with the shop.</Trans> },
      })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  const noLot = { value: '', label: t({ message: 'Not known', comment: 'entry of a select: no lot' }) }
  return (
    <FormDialog onClose={onClose} title={t`Something is wrong`}>
      <Form form={form}>
        <TypedBefore form={form} first="rows/0/kg" />
        {goods.map(({ fishe, most, lots }, at) => {
          const name = itemName(itemsOf(order), fishe, locale)
          const weight = kilogramsText(most, locale)
          return (
            <Group key={fishe} legend={name}>
              <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
                <TextField
                  field={form.field('rows', at, 'kg')}
                  label={t({ message: 'Kilograms', comment: 'label of a field: how much of a product is wrong' })}
                  hint={t({ message: `of ${weight}`, comment: 'the weight of a product that was delivered' })}
                  inputMode="decimal"
                  autoComplete="off"
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
                    options={[noLot, ...lots.map((value) => ({ value, label: value }))]}
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
        <Stack gap="2">
          <Text color="fg.muted">
            <Trans>Photos of the goods, the label and the thermometer help the shop to settle it.</Trans>
          </Text>
          <FilesPart
            order={order._id}
            userId={userId}
            form="claim"
            taken={attachedBefore.length}
            onChange={attached.onChange}
          />
        </Stack>
        <TextAreaField field={form.field('note')} label={t`Note (optional)`} rows={2} maxLength={limits.noteLength} />
        <FormFailure form={form} />
        <SubmitButton form={{ busy: form.busy || attached.isBusy }}>
          <Trans comment="button: sends what is wrong with the goods">Send claim</Trans>
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}
