import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Right } from '../../contract/accounts.ts'
import { rightNames } from '../i18n/right-names.ts'
import { CheckboxField } from './checkbox-field.tsx'
import type { Field, FormHandle } from './form-types.ts'
import { Group } from './group.tsx'

/** Which of the names are ticked, as values of a form. */
export function checkedOf<N extends string>(names: readonly N[], ticked: readonly string[]): Record<N, boolean> {
  // the entries have each of the names
  return Object.fromEntries(names.map((name) => [name, ticked.includes(name)])) as Record<N, boolean>
}

interface CheckboxGroupProps<N extends string> {
  legend: ReactNode
  names: readonly N[]
  fieldOf: (name: N) => Field<boolean>
  labels: Record<N, MessageDescriptor>
  /** what each is for */
  hints: Partial<Record<N, MessageDescriptor>>
}

/** A checkbox for each name. */
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
  /** what each right is for */
  hints: Record<Right, MessageDescriptor>
}

/** A tick for each right of an administrator or a program. */
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
