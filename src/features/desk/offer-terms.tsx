import { SimpleGrid } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { incoterms } from '../../../contract/offers.ts'
import { toleranceText } from '../../../contract/texts/quantity.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useLettersHint } from '../../parts/forms/party-fields.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { TextAreaField, TextField } from '../../ui/forms/text-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { type OfferValues, readTolerance } from './offer-values.ts'

/** The terms of the whole offer: delivery, dates, payment, note. */
export function OfferTerms({ form }: { form: FormHandle<OfferValues> }) {
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
      <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
        <TextField
          field={form.field('payment')}
          label={t({ message: 'Payment', comment: 'label of a field: how and when the buyer pays' })}
          maxLength={limits.paymentLength}
        />
        <TextField
          field={form.field('tolerance')}
          label={t`Tolerance of the quantities (%)`}
          // what the buyer reads
          hint={toleranceText({ tolerance: readTolerance(form.values.tolerance) }, locale)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
        />
      </SimpleGrid>
      <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
    </>
  )
}
