import { NativeSelect } from '@chakra-ui/react'
import type { ReactNode } from 'react'
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
