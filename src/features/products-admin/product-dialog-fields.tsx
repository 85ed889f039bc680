import { SimpleGrid } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { limits } from '../../../contract/limits.ts'
import { fieldRow, type ProductFieldName, productFieldNames } from '../../../contract/product-fields.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { Group } from '../../ui/forms/group.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { type ProductField, type ProductValues, productLabel } from './product-form.ts'

type FieldsProps = { form: FormHandle<ProductValues> }

/** Returns a function with the props that every field needs. */
function useField({ form }: FieldsProps) {
  const { i18n } = useLingui()
  const reader = { locale: useLocale(), translate: i18n._.bind(i18n) }
  return (name: ProductField) => ({ field: form.field(name), label: productLabel(name, reader) })
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
  const text = (name: ProductField) => <TextField {...field(name)} maxLength={limits.nameLength} required />
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
  const inputOf = (name: ProductFieldName) => {
    const { kind, maxLength = limits.textLength } = fieldRow(name)
    if (kind === 'percent') return <TextField {...field(name)} key={name} inputMode="decimal" maxLength={6} />
    const capitals = name === 'fao_code' && ({ autoCapitalize: 'characters' } as const)
    return <TextField {...field(name)} key={name} maxLength={maxLength} {...capitals} />
  }
  return (
    <Group isPart legend={<Trans>Optional</Trans>}>
      <TwoColumns>{productFieldNames.map(inputOf)}</TwoColumns>
    </Group>
  )
}
