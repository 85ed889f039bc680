import { Field } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { FormHandle } from './form-types.ts'
import { Message } from './message.tsx'

export interface FieldProps<N extends string> {
  form: FormHandle<N>
  name: N
  label: string
  /** a muted help text below the label */
  hint?: string
  required?: boolean
}

/** Props that connect a control to its form, hint and message. Its label comes from the frame. */
export function controlProps<N extends string>({ form, name, hint }: FieldProps<N>) {
  const id = form.id(name)
  const described = [hint && `${id}-hint`, form.error(name) && `${id}-error`].filter(Boolean).join(' ')
  return { name, value: form.values[name], 'aria-describedby': described || undefined } as const
}

/** A control with its label and hint above and its message below. */
export function FieldFrame<N extends string>(props: FieldProps<N> & { children: ReactNode }) {
  const { form, name, label, required = false, children } = props
  return (
    <Field.Root id={form.id(name)} invalid={form.error(name) !== undefined} required={required}>
      <Field.Label>{label}</Field.Label>
      <FieldHint {...props} />
      {children}
      <FieldError form={form} name={name} />
    </Field.Root>
  )
}

export function FieldHint<N extends string>({ form, name, hint }: Pick<FieldProps<N>, 'form' | 'name' | 'hint'>) {
  if (!hint) return null
  return <Field.HelperText id={`${form.id(name)}-hint`}>{hint}</Field.HelperText>
}

export function FieldError<N extends string>({ form, name }: Pick<FieldProps<N>, 'form' | 'name'>) {
  return <Message id={`${form.id(name)}-error`}>{form.error(name)}</Message>
}
