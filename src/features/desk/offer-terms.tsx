import { SimpleGrid } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { incoterms } from '../../../contract/offer-terms.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { TextAreaField, TextField } from '../../ui/forms/text-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import type { OfferField } from './offer-values.ts'

/** The terms of the whole offer: delivery, dates, payment, note. */
export function OfferTerms({ form }: { form: FormHandle<OfferField> }) {
  const { t } = useLingui()
  const choose = { value: '', label: t({ message: 'Please choose', comment: 'first, empty entry of a select' }) }
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} rowGap="4.5" columnGap="4" alignItems="start">
        <SelectField
          form={form}
          name="incoterm"
          label={t`Delivery term`}
          options={[
            ...(form.values.incoterm === '' ? [choose] : []),
            ...incoterms.map((value) => ({ value, label: value })),
          ]}
        />
        <TextField
          form={form}
          name="place"
          label={t({ message: 'Place', comment: 'port or place of the delivery term' })}
          maxLength={limits.placeLength}
        />
        <TextField form={form} name="validUntil" label={t`Valid until`} type="date" />
        <TextField form={form} name="readyFrom" label={t`Ready from`} type="date" />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
        <TextField
          form={form}
          name="payment"
          label={t({ message: 'Payment', comment: 'label of a field: how and when the buyer pays' })}
          maxLength={limits.paymentLength}
        />
        <TextField
          form={form}
          name="tolerance"
          label={t`Tolerance of the quantities (%)`}
          hint={t`So much more may be loaded than was accepted: 5 % if it is empty`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
        />
      </SimpleGrid>
      <TextAreaField form={form} name="note" label={t`Note`} rows={3} maxLength={limits.noteLength} />
    </>
  )
}
