import { Checkbox, Field } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { controlProps, FieldError, FieldHint, type FieldProps } from './field.tsx'

/** The real checkbox covers the drawn one, so that it gets every click. */
export const coversControl = { width: '1.375rem', height: '1.375rem', margin: 0, clip: 'auto', opacity: 0, zIndex: 1 }

interface TickBoxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** of the input */
  control?: ReturnType<typeof controlProps>
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

/** A checkbox of a form. `children` are below it. */
export function CheckboxField({ children, ...props }: FieldProps<boolean> & { children?: ReactNode }) {
  const { field, label } = props
  return (
    <Field.Root id={field.id} invalid={field.error !== undefined}>
      <TickBox checked={field.value} onChange={field.set} control={controlProps(props)}>
        {label}
      </TickBox>
      <FieldHint {...props} />
      {children}
      <FieldError field={field} />
    </Field.Root>
  )
}
