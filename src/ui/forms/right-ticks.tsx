import { Stack } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type Right, rights } from '../../../contract/rights.ts'
import { rightNames } from '../../i18n/right-names.ts'
import { CheckboxField } from './checkbox-field.tsx'
import type { FormHandle } from './form-types.ts'

/** The rights as values of a form. */
export function rightValues(some: readonly Right[]): Record<Right, string> {
  const tick = (right: Right) => (some.includes(right) ? 'true' : '')
  return { orders: tick('orders'), products: tick('products'), people: tick('people'), shop: tick('shop') }
}

interface RightTicksProps<N extends string> {
  /** a form with the `rightValues` among its fields */
  form: FormHandle<N | Right>
  /** what each right is for */
  hints: Record<Right, MessageDescriptor>
  /** by default all */
  some?: readonly Right[]
}

/** A tick for each right. */
export function RightTicks<N extends string>({ form, hints, some = rights }: RightTicksProps<N>) {
  const { t } = useLingui()
  return (
    <Stack gap="3">
      {some.map((right) => (
        <CheckboxField key={right} form={form} name={right} label={t(rightNames[right])} hint={t(hints[right])} />
      ))}
    </Stack>
  )
}
