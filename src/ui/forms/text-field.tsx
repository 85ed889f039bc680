import { Input, Textarea } from '@chakra-ui/react'
import type { InputHTMLAttributes } from 'react'
import { controlProps, FieldFrame, type FieldProps } from './field.tsx'

type TextFieldProps<N extends string> = FieldProps<N> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoCapitalize'>

/** One line of text. `maxLength` is the server's limit. */
export function TextField<N extends string>(props: TextFieldProps<N>) {
  const { form, name, type = 'text', autoComplete, inputMode, maxLength, autoCapitalize } = props
  return (
    <FieldFrame {...props}>
      <Input
        {...controlProps(props)}
        {...{ type, autoComplete, inputMode, maxLength, autoCapitalize }}
        onChange={(event) => form.set(name, event.target.value)}
      />
    </FieldFrame>
  )
}

type TextAreaFieldProps<N extends string> = FieldProps<N> & { rows?: number; maxLength?: number }

export function TextAreaField<N extends string>(props: TextAreaFieldProps<N>) {
  const { form, name, rows = 5, maxLength } = props
  return (
    <FieldFrame {...props}>
      <Textarea
        {...controlProps(props)}
        {...{ rows, maxLength }}
        onChange={(event) => form.set(name, event.target.value)}
      />
    </FieldFrame>
  )
}
