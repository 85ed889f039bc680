import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import type { Parties } from '../../../contract/papers/parties.ts'
import type { FormHandle } from './form-types.ts'
import { TextAreaField, TextField } from './text-field.tsx'

const names = ['company', 'taxNumber', 'consignee', 'notifyParty'] as const
export type PartyField = (typeof names)[number]

export function partyValues(parties: Parties = {}): Record<PartyField, string> {
  const { company = '', taxNumber = '', consignee = '', notifyParty = '' } = parties
  return { company, taxNumber, consignee, notifyParty }
}

/** What is filled in. */
export function partiesOf(values: Record<PartyField, string>): Parties {
  return Object.fromEntries(names.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : [])))
}

/** Who buys, as papers name it. */
export function PartyFields<Name extends string>({ form }: { form: FormHandle<Name | PartyField> }) {
  const { t } = useLingui()
  const lines = { rows: 3, maxLength: limits.partyLength }
  return (
    <>
      <TextField
        form={form}
        name="company"
        label={t`Company`}
        autoComplete="organization"
        maxLength={limits.nameLength}
      />
      <TextField form={form} name="taxNumber" label={t`Tax number`} maxLength={limits.partyNumberLength} />
      <TextAreaField
        form={form}
        name="consignee"
        label={t`Consignee`}
        hint={t`Name and address of who receives the goods, if not the delivery address.`}
        {...lines}
      />
      <TextAreaField
        form={form}
        name="notifyParty"
        label={t`Notify party`}
        hint={t`Name and address of who is told when the goods arrive.`}
        {...lines}
      />
    </>
  )
}
