import { NativeSelect } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { controlProps, FieldFrame, type FieldProps } from './forms/field.tsx'
import { Icon } from './icon.tsx'

interface SelectProps extends Omit<NativeSelect.FieldProps, 'onChange'> {
  onValue: (value: string) => void
  /** the options */
  children: ReactNode
}

/** A native select in the shop's style. */
export function Select({ onValue, maxWidth, ...field }: SelectProps) {
  return (
    <NativeSelect.Root maxWidth={maxWidth}>
      <NativeSelect.Field {...field} onChange={({ target }) => onValue(target.value)} />
      <NativeSelect.Indicator>
        <Icon name="down" />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  )
}

type SelectFieldProps = FieldProps & { options: readonly { value: string; label: string }[] }

export function SelectField(props: SelectFieldProps) {
  const { field, options } = props
  return (
    <FieldFrame {...props}>
      <Select {...controlProps(props)} value={field.value} onValue={field.set}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  )
}
