import { Textarea } from '@chakra-ui/react'
import { controlProps, FieldFrame, type FieldProps } from './field.tsx'

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
