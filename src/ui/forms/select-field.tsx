import { NativeSelect } from '@chakra-ui/react'
import { Icon } from '../icon.tsx'
import { controlProps, FieldFrame, type FieldProps } from './field.tsx'

type SelectFieldProps<N extends string> = FieldProps<N> & { options: readonly { value: string; label: string }[] }

export function SelectField<N extends string>(props: SelectFieldProps<N>) {
  const { form, name, options } = props
  return (
    <FieldFrame {...props}>
      <NativeSelect.Root>
        <NativeSelect.Field {...controlProps(props)} onChange={(event) => form.set(name, event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <Icon name="down" />
        </NativeSelect.Indicator>
      </NativeSelect.Root>
    </FieldFrame>
  )
}
