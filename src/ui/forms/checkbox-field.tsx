import { Checkbox, Field } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { controlProps, FieldError, FieldHint, type FieldProps } from './field.tsx'

/** The real checkbox covers the drawn one, so that it gets every click. */
const coversControl = { width: '1.375rem', height: '1.375rem', margin: 0, clip: 'auto', opacity: 0, zIndex: 1 }

interface TickBoxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** of the input */
  control?: Omit<ReturnType<typeof controlProps>, 'value'>
  children: ReactNode
}

/** A checkbox outside a form. Its label is part of the 44 px target. */
export function TickBox({ checked, onChange, control, children }: TickBoxProps) {
  return (
    <Checkbox.Root checked={checked} onCheckedChange={(now) => onChange(now.checked === true)}>
      <Checkbox.HiddenInput {...control} style={coversControl} />
      <Checkbox.Control />
      <Checkbox.Label>{children}</Checkbox.Label>
    </Checkbox.Root>
  )
}

/** A checkbox with the value `'true'` or empty. `children` are below it. */
export function CheckboxField<N extends string>({ children, ...props }: FieldProps<N> & { children?: ReactNode }) {
  const { form, name, label } = props
  const { value, ...control } = controlProps(props)
  return (
    <Field.Root id={form.id(name)} invalid={form.error(name) !== undefined}>
      <TickBox
        checked={value === 'true'}
        onChange={(checked) => form.set(name, checked ? 'true' : '')}
        control={control}
      >
        {label}
      </TickBox>
      <FieldHint {...props} />
      {children}
      <FieldError form={form} name={name} />
    </Field.Root>
  )
}
