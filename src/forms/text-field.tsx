import { Input, Textarea } from '@chakra-ui/react'
import type { InputHTMLAttributes } from 'react'
import { controlProps, FieldFrame, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoCapitalize'>

/** One line of text. `maxLength` is the server's limit. */
export function TextField(props: TextFieldProps) {
  const { field, type = 'text', autoComplete, inputMode, maxLength, autoCapitalize } = props
  return (
    <FieldFrame {...props}>
      <Input
        {...controlProps(props)}
        value={field.value}
        {...{ type, autoComplete, inputMode, maxLength, autoCapitalize }}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  )
}

type TextAreaFieldProps = FieldProps & { rows?: number; maxLength?: number }

export function TextAreaField(props: TextAreaFieldProps) {
  const { field, rows = 5, maxLength } = props
  return (
    <FieldFrame {...props}>
      <Textarea
        {...controlProps(props)}
        value={field.value}
        {...{ rows, maxLength }}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  )
}
