import { SimpleGrid } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { type BalanceKind, balanceKinds, hasDays, incoterms } from '../../../contract/offers.ts'
import { depositOf } from '../../../contract/shipment/dues.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { toleranceText } from '../../../contract/texts/quantity.ts'
import { TextAreaField, TextField } from '../../forms/fields.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { useLettersHint } from '../../forms/party-fields.tsx'
import { SelectField } from '../../forms/select.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
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
      <TextField
        field={form.field('deposit')}
        label={t({ message: 'Deposit (%)', comment: 'label of a field: the part of a price that is paid first' })}
        {...(share ? { hint: formatMoney(depositOf({ total, deposit: share }), currency, locale) } : {})}
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
      />
      <SelectField
        field={form.field('balance', 'kind')}
        label={t({ message: 'Balance', comment: 'label of a field: when the rest of a price is to be paid' })}
        options={[
          { value: '', label: t({ message: 'Not specified', comment: 'first, empty entry of a select' }) },
          ...balanceKinds.map((value) => ({ value, label: t(balanceNames[value]) })),
        ]}
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
  const choose = { value: '', label: t({ message: 'Please choose', comment: 'first, empty entry of a select' }) }
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} rowGap="4.5" columnGap="4" alignItems="start">
        <SelectField
          field={form.field('incoterm')}
          label={t`Delivery term`}
          options={[
            ...(form.values.incoterm === '' ? [choose] : []),
            ...incoterms.map((value) => ({ value, label: value })),
          ]}
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
      <TextField
        field={form.field('tolerance')}
        label={t`Tolerance of the quantities (%)`}
        hint={toleranceText({ tolerance: readTolerance(form.values.tolerance) }, locale)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
      />
      <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
    </>
  )
}
