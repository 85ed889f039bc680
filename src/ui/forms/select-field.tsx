import { Select } from '../select.tsx'
import { controlProps, FieldFrame, type FieldProps } from './field.tsx'

type SelectFieldProps<N extends string> = FieldProps<N> & { options: readonly { value: string; label: string }[] }

export function SelectField<N extends string>(props: SelectFieldProps<N>) {
  const { form, name, options } = props
  return (
    <FieldFrame {...props}>
      <Select {...controlProps(props)} onValue={(value) => form.set(name, value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  )
}
