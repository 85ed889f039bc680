import { Checkbox, Field } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { controlProps, FieldError, FieldHint, type FieldProps } from './field.tsx'

/** The real checkbox covers the drawn one, so that it gets every click. */
const coversControl = { width: '1.375rem', height: '1.375rem', margin: 0, clip: 'auto', opacity: 0, zIndex: 1 }

/** A checkbox with the value `'true'` or empty. The label is part of the 44 px target; `children` are below it. */
export function CheckboxField<N extends string>({ children, ...props }: FieldProps<N> & { children?: ReactNode }) {
  const { form, name, label } = props
  const { value, ...control } = controlProps(props)
  return (
    <Field.Root id={form.id(name)} invalid={form.error(name) !== undefined}>
      <Checkbox.Root
        checked={value === 'true'}
        onCheckedChange={({ checked }) => form.set(name, checked === true ? 'true' : '')}
      >
        <Checkbox.HiddenInput {...control} style={coversControl} />
        <Checkbox.Control />
        <Checkbox.Label>{label}</Checkbox.Label>
      </Checkbox.Root>
      <FieldHint {...props} />
      {children}
      <FieldError form={form} name={name} />
    </Field.Root>
  )
}
