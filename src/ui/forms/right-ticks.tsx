import { Stack } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type Right, rights } from '../../../contract/rights.ts'
import { rightNames } from '../../i18n/right-names.ts'
import { CheckboxField } from './checkbox-field.tsx'
import type { FormHandle } from './form-types.ts'

/** The rights as values of a form. */
export function rightValues(some: readonly Right[]): Record<Right, boolean> {
  const has = (right: Right) => some.includes(right)
  return { orders: has('orders'), products: has('products'), people: has('people'), shop: has('shop') }
}

interface RightTicksProps {
  form: FormHandle<{ rights: Record<Right, boolean> }>
  /** what each right is for */
  hints: Record<Right, MessageDescriptor>
  /** by default all */
  some?: readonly Right[]
}

/** A tick for each right. */
export function RightTicks({ form, hints, some = rights }: RightTicksProps) {
  const { t } = useLingui()
  return (
    <Stack gap="3">
      {some.map((right) => (
        <CheckboxField
          key={right}
          field={form.field('rights', right)}
          label={t(rightNames[right])}
          hint={t(hints[right])}
        />
      ))}
    </Stack>
  )
}
