import { Button, Grid, IconButton, SimpleGrid, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../contract/limits.ts'
import { type BalanceKind, balanceKinds, hasDays, incoterms } from '../../../contract/offers.ts'
import { depositOf } from '../../../contract/shipment/dues.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { toleranceText } from '../../../contract/texts/quantity.ts'
import { NumberField, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { useLettersHint } from '../../forms/party-fields.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { type OfferValues, readPercent, readTolerance } from './offer-values.ts'

const balanceNames: Record<BalanceKind, MessageDescriptor> = {
  'before-loading': msg({ message: 'Before loading', comment: 'when the rest of a price is to be paid' }),
  'against-documents': msg({ message: 'Against documents', comment: 'when the rest of a price is to be paid' }),
  'days-after-loading': msg({ message: 'Days after loading', comment: 'when the rest of a price is to be paid' }),
  'days-after-arrival': msg({ message: 'Days after arrival', comment: 'when the rest of a price is to be paid' }),
}

interface OfferTermsProps {
  form: FormHandle<OfferValues>
  /** of what is typed so far, in minor units */
  total: number
}

function PaymentTerms({ form, total }: OfferTermsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { currency, deposit, balance } = form.values
  const share = readPercent(deposit, limits.percentMax)
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} rowGap="4.5" columnGap="4" alignItems="end">
      <TextField
        field={form.field('payment')}
        label={t({ message: 'Payment', comment: 'label of a field: how and when the buyer pays' })}
        maxLength={limits.paymentLength}
      />
      <NumberField
        field={form.field('deposit')}
        label={t({ message: 'Deposit (%)', comment: 'label of a field: the part of a price that is paid first' })}
        {...(share ? { hint: formatMoney(depositOf({ total, deposit: share }), currency, locale) } : {})}
        maxLength={6}
      />
      <SelectField
        field={form.field('balance', 'kind')}
        label={t({ message: 'Balance', comment: 'label of a field: when the rest of a price is to be paid' })}
        none={t({ message: 'Not specified', comment: 'first, empty entry of a select' })}
        options={balanceKinds.map((value) => ({ value, label: t(balanceNames[value]) }))}
      />
      {balanceKinds.some((kind) => kind === balance.kind && hasDays(kind)) && (
        <TextField
          field={form.field('balance', 'days')}
          label={t({ message: 'Days', comment: 'label of a field: after which the rest of a price is to be paid' })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
      )}
    </SimpleGrid>
  )
}

export function OfferTerms({ form, total }: OfferTermsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const lettersHint = useLettersHint()
  const choose = t({ message: 'Please choose', comment: 'first, empty entry of a select' })
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} rowGap="4.5" columnGap="4" alignItems="start">
        <SelectField
          field={form.field('incoterm')}
          label={t`Delivery term`}
          none={form.values.incoterm === '' ? choose : undefined}
          options={incoterms.map((value) => ({ value, label: value }))}
        />
        <TextField
          field={form.field('place')}
          label={t({ message: 'Place', comment: 'port or place of the delivery term' })}
          hint={lettersHint(form.values.place)}
          maxLength={limits.placeLength}
        />
        <TextField field={form.field('validUntil')} label={t`Valid until`} type="date" />
        <TextField field={form.field('readyFrom')} label={t`Ready from`} type="date" />
      </SimpleGrid>
      <PaymentTerms form={form} total={total} />
      <NumberField
        field={form.field('tolerance')}
        label={t`Tolerance of the quantities (%)`}
        hint={toleranceText({ tolerance: readTolerance(form.values.tolerance) }, locale)}
        maxLength={6}
      />
      <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
    </>
  )
}

type ChargeRow = OfferValues['charges'][number]

const isEmpty = ({ label, amount }: ChargeRow) => label.trim() === '' && amount.trim() === ''
const nothing: ChargeRow = { label: '', amount: '' }

/** Charges and discounts. Shows the rows that are filled in, and more on demand. */
export function OfferCharges({ form }: { form: FormHandle<OfferValues> }) {
  const { t } = useLingui()
  const { charges } = form.values
  const used = charges.findLastIndex((row) => !isEmpty(row)) + 1
  const [added, setAdded] = useState(0)
  const [removed, setRemoved] = useState<{ row: ChargeRow; at: number }>()
  const shown = Math.max(used, added)
  const focus = (at: number, name: keyof ChargeRow = 'label') =>
    document.getElementById(form.field('charges', at, name).id)?.focus()

  function add() {
    flushSync(() => setAdded(shown + 1))
    focus(shown)
  }
  function remove(at: number) {
    const row = charges[at] ?? nothing
    setRemoved(isEmpty(row) ? undefined : { row, at })
    form.change({ charges: [...charges.slice(0, at), ...charges.slice(at + 1), nothing] })
    flushSync(() => setAdded(shown - 1))
    if (shown > 1) focus(Math.min(at, shown - 2))
    else document.getElementById(addId)?.focus()
  }
  // a full list has no room for the row
  const canUndo = removed && used < charges.length
  function undo({ row, at }: NonNullable<typeof removed>) {
    flushSync(() => {
      form.change({ charges: [...charges.slice(0, at), row, ...charges.slice(at)].slice(0, charges.length) })
      setAdded(Math.max(shown, at) + 1)
      setRemoved(undefined)
    })
    focus(at)
  }
  const addId = `${form.id}add-charge`
  return (
    <Grid gap="3" justifyItems="start">
      {[...charges.keys()].slice(0, shown).map((at) => {
        const number = at + 1
        return (
          <Grid
            key={at}
            width="full"
            templateColumns="minmax(0, 1fr) minmax(5.5rem, 10rem) auto"
            gap="3"
            alignItems="end"
          >
            <TextField
              field={form.field('charges', at, 'label')}
              label={t`Charge ${number}`}
              maxLength={limits.chargeLabelLength}
            />
            <TextField
              field={form.field('charges', at, 'amount')}
              label={t`Amount of charge ${number}`}
              inputMode="text"
              autoComplete="off"
              maxLength={24}
            />
            <IconButton aria-label={t`Remove charge ${number}`} onClick={() => remove(at)}>
              <Icon name="trash" />
            </IconButton>
          </Grid>
        )
      })}
      <div role="status">
        {canUndo && (
          <>
            <Trans>Charge removed: {ph({ charge: removed.row.label || removed.row.amount })}</Trans>{' '}
            <Button onClick={() => undo(removed)}>
              <Trans comment="button: brings back a removed row of a form">Undo</Trans>
            </Button>
          </>
        )}
      </div>
      {shown < charges.length && (
        <Button id={addId} onClick={add}>
          <Icon name="plus" />
          <Trans comment="button: one more row for freight, insurance, a discount">Add a charge</Trans>
        </Button>
      )}
      {shown > 0 && (
        <Text color="fg.muted" fontSize="sm">
          <Trans>Freight, insurance, packing. A discount is an amount below zero, such as -50.</Trans>
        </Text>
      )}
    </Grid>
  )
}
