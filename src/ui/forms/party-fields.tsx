import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { unprintableLetters } from '../../../contract/papers/letters.ts'
import type { Parties } from '../../../contract/papers/parties.ts'
import type { FormHandle } from './form-types.ts'
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
  // no error: a request is never held up by what only its papers need
  const hintOf = (name: keyof PartyValues, usual?: string) => {
    const letters = unprintableLetters(form.values[name])
    const hint = letters
      ? t`Papers cannot print ${letters}. Please write this in Latin, Greek or Cyrillic letters.`
      : usual
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
