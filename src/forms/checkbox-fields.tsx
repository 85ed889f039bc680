import { Field as ChakraField, Checkbox } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Right } from '../../contract/accounts.ts'
import { rightNames } from '../i18n/right-names.ts'
import { controlProps, FieldHint, type FieldProps, Group, Message } from './fields.tsx'
import type { Field, FormHandle } from './form-types.ts'

/** The real checkbox covers the drawn one, so that it gets every click. */
export const coversControl = { width: '1.375rem', height: '1.375rem', margin: 0, clip: 'auto', opacity: 0, zIndex: 1 }

interface TickBoxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  control?: ReturnType<typeof controlProps>
  children: ReactNode
}

/** A checkbox outside a form. Its label is part of the 44 px target. */
export function TickBox({ checked, onChange, control, children }: TickBoxProps) {
  return (
    <Checkbox.Root checked={checked} onCheckedChange={(now) => onChange(now.checked === true)}>
      <Checkbox.HiddenInput {...control} style={coversControl} />
      <Checkbox.Control />
      <Checkbox.Label>{children}</Checkbox.Label>
    </Checkbox.Root>
  )
}

export function CheckboxField({ children, ...props }: FieldProps<boolean> & { children?: ReactNode }) {
  const { field, label } = props
  return (
    <ChakraField.Root id={field.id} invalid={field.error !== undefined}>
      <TickBox checked={field.value} onChange={field.set} control={controlProps(props)}>
        {label}
      </TickBox>
      <FieldHint {...props} />
      {children}
      <Message id={`${field.id}-error`}>{field.error}</Message>
    </ChakraField.Root>
  )
}

export function checkedOf<N extends string>(names: readonly N[], ticked: readonly string[]): Record<N, boolean> {
  return Object.fromEntries(names.map((name) => [name, ticked.includes(name)])) as Record<N, boolean>
}

interface CheckboxGroupProps<N extends string> {
  legend: ReactNode
  names: readonly N[]
  fieldOf: (name: N) => Field<boolean>
  labels: Record<N, MessageDescriptor>
  hints: Partial<Record<N, MessageDescriptor>>
}

export function CheckboxGroup<N extends string>({ legend, names, fieldOf, labels, hints }: CheckboxGroupProps<N>) {
  const { t } = useLingui()
  return (
    <Group legend={legend}>
      {names.map((name) => (
        <CheckboxField
          key={name}
          field={fieldOf(name)}
          label={t(labels[name])}
          hint={hints[name] && t(hints[name] as MessageDescriptor)}
        />
      ))}
    </Group>
  )
}

interface RightCheckboxesProps {
  form: FormHandle<{ rights: Record<Right, boolean> }>
  rights: readonly Right[]
  hints: Record<Right, MessageDescriptor>
}

export function RightCheckboxes({ form, rights, hints }: RightCheckboxesProps) {
  return (
    <CheckboxGroup
      legend={<Trans comment="of an administrator: what the person may do">Rights</Trans>}
      names={rights}
      fieldOf={(right) => form.field('rights', right)}
      labels={rightNames}
      hints={hints}
    />
  )
}
