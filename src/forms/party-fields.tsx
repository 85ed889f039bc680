import { Stack, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { namesOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { unprintableLetters } from '../../contract/papers/letters.ts'
import { Parties } from '../../contract/papers/parties.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextAreaField, TextField } from './fields.tsx'
import { filledTexts } from './filled-texts.ts'
import type { Field, FormHandle } from './form-types.ts'

const names = namesOf(Parties)
export type PartyValues = Record<keyof Parties, string>

export function partyValues(parties: Parties = {}): PartyValues {
  const { company = '', taxNumber = '', consignee = '', notifyParty = '' } = parties
  return { company, taxNumber, consignee, notifyParty }
}

export const partiesOf = (values: PartyValues): Parties => filledTexts(values, names)

interface PartyFieldsProps {
  form: FormHandle<PartyValues>
  /** false where another form has asked for it */
  hasCompany?: boolean
  padding: string
  children: ReactNode
}

/** Who buys, as papers name it: collapsed until somebody opens it or has filled something in. */
export function PartyFields({ form, hasCompany = true, padding, children }: PartyFieldsProps) {
  const { t } = useLingui()
  const isFilled = Object.keys(partiesOf(form.values)).length > 0
  const lettersHint = useLettersHint()
  const fieldOf = (name: keyof PartyValues, usual?: string) => ({
    field: form.field(name),
    hint: lettersHint(form.values[name]) ?? usual,
  })
  const lines = { rows: 3, maxLength: limits.partyLength }
  return (
    <Disclosure
      title={hasCompany ? t`Company and consignee (optional)` : t`Tax number and consignee (optional)`}
      isFilled={isFilled}
    >
      <Stack gap="4" padding={padding}>
        <Text color="fg.muted">{children}</Text>
        {hasCompany && <CompanyField {...fieldOf('company')} />}
        <TextField {...fieldOf('taxNumber')} label={t`Tax number`} maxLength={limits.partyNumberLength} />
        <TextAreaField
          {...fieldOf(
            'consignee',
            t`Name and address of the party that receives the goods, if not the delivery address.`,
          )}
          label={t`Consignee`}
          {...lines}
        />
        <TextAreaField
          {...fieldOf('notifyParty', t`Name and address of the party to notify when the goods arrive.`)}
          label={t`Notify party`}
          {...lines}
        />
      </Stack>
    </Disclosure>
  )
}

export function CompanyField(props: { field: Field<string>; hint?: string | undefined }) {
  const { t } = useLingui()
  return <TextField {...props} label={t`Company`} autoComplete="organization" maxLength={limits.nameLength} />
}

/** Says of a field's text which letters papers cannot print; undefined where they can. No error: only papers need it. */
export function useLettersHint(): (text: string) => string | undefined {
  const { t } = useLingui()
  return (text) => {
    const letters = unprintableLetters(text)
    return letters
      ? t`Papers cannot print ${letters}. Please write this in Latin, Greek or Cyrillic letters.`
      : undefined
  }
}
