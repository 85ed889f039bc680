import { NativeSelect } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { BesideLabel, controlProps, FieldFrame, type FieldProps } from './fields.tsx'

export interface SelectProps<V extends string | number>
  extends Omit<NativeSelect.FieldProps, 'onChange' | 'value' | 'children'> {
  value: V
  options: readonly { value: V; label: ReactNode }[]
  /** the first choice, whose value is empty */
  none?: string | undefined
  onValue: (value: V) => void
}

export function Select<V extends string | number>({ options, none, onValue, maxWidth, ...field }: SelectProps<V>) {
  // its type has the empty value
  const all = none === undefined ? options : [{ value: '' as V, label: none }, ...options]
  return (
    <NativeSelect.Root maxWidth={maxWidth}>
      <NativeSelect.Field
        {...field}
        onChange={({ target }) => {
          const chosen = all[target.selectedIndex]
          if (chosen) onValue(chosen.value)
        }}
      >
        {all.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <Icon name="down" />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  )
}

/** A select outside a form, with its label beside it. Its longest option is shown whole. */
export function LabelledSelect<V extends string | number>({ label, ...select }: SelectProps<V> & { label: string }) {
  return <BesideLabel label={label}>{(id) => <Select id={id} maxWidth="max-content" {...select} />}</BesideLabel>
}

type SelectFieldProps = FieldProps & Pick<SelectProps<string>, 'options' | 'none'>

export function SelectField(props: SelectFieldProps) {
  const { field, options, none } = props
  return (
    <FieldFrame {...props}>
      <Select {...controlProps(props)} value={field.value} {...{ options, none }} onValue={field.set} />
    </FieldFrame>
  )
}
