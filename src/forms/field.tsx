import { Field as ChakraField } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Field } from './form-types.ts'
import { Message } from './message.tsx'

export interface FieldProps<T = string> {
  field: Field<T>
  label: string
  /** a muted help text below the label */
  hint?: string
  required?: boolean
}

/** Props that connect a control to its hint and message. Its label comes from the frame. */
export function controlProps({ field, hint }: Pick<FieldProps<unknown>, 'field' | 'hint'>) {
  const described = [hint && `${field.id}-hint`, field.error && `${field.id}-error`].filter(Boolean).join(' ')
  return { name: field.name, 'aria-describedby': described || undefined }
}

/** A control with its label and hint above and its message below. */
export function FieldFrame(props: FieldProps<unknown> & { children: ReactNode }) {
  const { field, label, required = false, children } = props
  return (
    <ChakraField.Root id={field.id} invalid={field.error !== undefined} required={required}>
      <ChakraField.Label>{label}</ChakraField.Label>
      <FieldHint {...props} />
      {children}
      <FieldError field={field} />
    </ChakraField.Root>
  )
}

export function FieldHint({ field, hint }: Pick<FieldProps<unknown>, 'field' | 'hint'>) {
  if (!hint) return null
  return <ChakraField.HelperText id={`${field.id}-hint`}>{hint}</ChakraField.HelperText>
}

export function FieldError({ field }: Pick<FieldProps<unknown>, 'field'>) {
  return <Message id={`${field.id}-error`}>{field.error}</Message>
}
