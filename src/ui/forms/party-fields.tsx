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
  const fieldOf = (name: keyof PartyValues, usual?: string) => ({
    field: form.field(name),
    hint: lettersHint(form.values[name]) ?? usual,
  })
  const lines = { rows: 3, maxLength: limits.partyLength }
  return (
    <>
      <TextField {...fieldOf('company')} label={t`Company`} autoComplete="organization" maxLength={limits.nameLength} />
      <TextField {...fieldOf('taxNumber')} label={t`Tax number`} maxLength={limits.partyNumberLength} />
      <TextAreaField
        {...fieldOf('consignee', t`Name and address of who receives the goods, if not the delivery address.`)}
        label={t`Consignee`}
        {...lines}
      />
      <TextAreaField
        {...fieldOf('notifyParty', t`Name and address of who is told when the goods arrive.`)}
        label={t`Notify party`}
        {...lines}
      />
    </>
  )
}
