import { Fieldset, SimpleGrid } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { type ProductField, productLabels } from './product-form.ts'

type FieldsProps = { form: FormHandle<ProductField> }

type LabelledField = keyof typeof productLabels

/** Returns a function with the props that every field needs. */
function useField({ form }: FieldsProps) {
  const { i18n } = useLingui()
  return (name: LabelledField) => ({ form, name, label: i18n._(productLabels[name]) })
}

function TwoColumns({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} rowGap="1.125rem" columnGap="4" alignItems="start">
      {children}
    </SimpleGrid>
  )
}

/** The required fields of a product. */
export function RequiredFields({ form }: FieldsProps) {
  const { t } = useLingui()
  const field = useField({ form })
  const text = (name: LabelledField) => <TextField {...field(name)} maxLength={limits.nameLength} required />
  return (
    <>
      {text('trade_name')}
      <TwoColumns>
        {text('trade_name_fr')}
        {text('trade_name_es')}
        {text('category')}
        {text('classe')}
        <SelectField
          {...field('type')}
          options={[
            { value: 'fish', label: t`Fish` },
            { value: 'seafood', label: t`Seafood` },
          ]}
        />
        <TextField {...field('countInStock')} inputMode="decimal" maxLength={12} required />
      </TwoColumns>
    </>
  )
}

/** Optional trade and labelling data that the specification does not name. */
export function OptionalFields({ form }: FieldsProps) {
  const field = useField({ form })
  const text = (name: LabelledField, maxLength: number = limits.textLength) => (
    <TextField {...field(name)} maxLength={maxLength} />
  )
  return (
    <Fieldset.Root display="grid" gap="1.125rem" minWidth="0" margin="0" padding="0">
      <Fieldset.Legend px="0" pt="2" pb="3" fontFamily="heading" fontSize="lg" fontWeight="semibold" lineHeight="1.3">
        <Trans>Optional</Trans>
      </Fieldset.Legend>
      <TwoColumns>
        {text('code', limits.codeLength)}
        {text('scientific_name')}
        <TextField {...field('fao_code')} autoCapitalize="characters" maxLength={3} />
        {text('size')}
        {text('weight')}
        {text('presentation')}
        {text('treatment')}
        <TextField {...field('glazing')} inputMode="decimal" maxLength={6} />
        {text('origin')}
        {text('packing')}
        {text('certificates')}
      </TwoColumns>
    </Fieldset.Root>
  )
}
