import { Checkbox, Field } from '@chakra-ui/react'
import { controlProps, FieldError, FieldHint, type FieldProps } from './field.tsx'

/** The real checkbox lies over the drawn one, so that whatever points at it hits it. */
const overItsBox = { width: '1.375rem', height: '1.375rem', margin: 0, clip: 'auto', opacity: 0, zIndex: 1 }

/** A tick: `'true'` or empty. The label is part of the 44 px target. */
export function CheckboxField<N extends string>(props: FieldProps<N>) {
  const { form, name, label } = props
  const { value, ...control } = controlProps(props)
  return (
    <Field.Root id={form.id(name)} invalid={form.error(name) !== undefined}>
      <Checkbox.Root
        checked={value === 'true'}
        onCheckedChange={({ checked }) => form.set(name, checked === true ? 'true' : '')}
      >
        <Checkbox.HiddenInput {...control} style={overItsBox} />
        <Checkbox.Control />
        <Checkbox.Label>{label}</Checkbox.Label>
      </Checkbox.Root>
      <FieldHint {...props} />
      <FieldError form={form} name={name} />
    </Field.Root>
  )
}
