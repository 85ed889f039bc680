import { Field as ChakraField, chakra, Flex } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import type { Right } from '../../contract/accounts.ts'
import { rightNames } from '../i18n/right-names.ts'
import { recordOf } from '../lib/record.ts'
import { controlProps, FieldHint, type FieldProps, Group, Message } from './fields.tsx'
import type { Field, FormHandle } from './form-types.ts'

export const TickInput = chakra('input', {
  base: { flexShrink: '0', boxSize: '1.375rem', margin: '0', accentColor: 'primary', cursor: 'checkbox' },
})

interface TickBoxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  control?: ComponentProps<'input'>
  children: ReactNode
}

/** A checkbox outside a form. Its label is part of the 44 px target. */
export function TickBox({ checked, onChange, control, children }: TickBoxProps) {
  return (
    <Flex as="label" align="center" gap="3" minHeight="11" fontWeight="semibold">
      <TickInput
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        {...control}
      />
      <span>{children}</span>
    </Flex>
  )
}

export function CheckboxField({ children, ...props }: FieldProps<boolean> & { children?: ReactNode }) {
  const { field, label } = props
  const invalid = field.error !== undefined
  const control = { ...controlProps(props), id: field.id, 'aria-invalid': invalid || undefined }
  return (
    <ChakraField.Root id={field.id} invalid={invalid}>
      <TickBox checked={field.value} onChange={field.set} control={control}>
        {label}
      </TickBox>
      <FieldHint {...props} />
      {children}
      <Message id={`${field.id}-error`}>{field.error}</Message>
    </ChakraField.Root>
  )
}

export const checkedOf = <N extends string>(names: readonly N[], ticked: readonly string[]) =>
  recordOf(names, (name) => ticked.includes(name))

/** The error of a group of which nothing is ticked, at its first box. */
export const errorUnlessTicked = <N extends string>(names: readonly N[], ticks: Record<N, boolean>) =>
  names.some((name) => ticks[name]) ? {} : { [names[0] ?? '']: msg`Please choose at least one.` }

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
