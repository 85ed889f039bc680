import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import type { Parties } from '../../../contract/papers/parties.ts'
import type { FormHandle } from './form-types.ts'
import { useLettersHint } from './letters-hint.ts'
import { TextAreaField, TextField } from './text-field.tsx'

const names = ['company', 'taxNumber', 'consignee', 'notifyParty'] as const
export type PartyValues = Record<(typeof names)[number], string>

export function partyValues(parties: Parties = {}): PartyValues {
  const { company = '', taxNumber = '', consignee = '', notifyParty = '' } = parties
  return { company, taxNumber, consignee, notifyParty }
}

/** What is filled in. */
export function partiesOf(values: PartyValues): Parties {
  return Object.fromEntries(names.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : [])))
}

/** Who buys, as papers name it. */
export function PartyFields({ form }: { form: FormHandle<PartyValues> }) {
  const { t } = useLingui()
  const lettersHint = useLettersHint()
  const hintOf = (name: keyof PartyValues, usual?: string) => {
    const hint = lettersHint(form.values[name]) ?? usual
    return hint === undefined ? {} : { hint }
  }
  const lines = { rows: 3, maxLength: limits.partyLength }
  return (
    <>
      <TextField
        field={form.field('company')}
        label={t`Company`}
        {...hintOf('company')}
        autoComplete="organization"
        maxLength={limits.nameLength}
      />
      <TextField
        field={form.field('taxNumber')}
        label={t`Tax number`}
        {...hintOf('taxNumber')}
        maxLength={limits.partyNumberLength}
      />
      <TextAreaField
        field={form.field('consignee')}
        label={t`Consignee`}
        {...hintOf('consignee', t`Name and address of who receives the goods, if not the delivery address.`)}
        {...lines}
      />
      <TextAreaField
        field={form.field('notifyParty')}
        label={t`Notify party`}
        {...hintOf('notifyParty', t`Name and address of who is told when the goods arrive.`)}
        {...lines}
      />
    </>
  )
}
