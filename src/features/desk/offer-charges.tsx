import { Button, Grid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { OfferValues } from './offer-values.ts'

/** Charges and discounts. Shows the rows that are filled in, and more on demand. */
export function OfferCharges({ form }: { form: FormHandle<OfferValues> }) {
  const { t } = useLingui()
  const { charges } = form.values
  const used = charges.findLastIndex(({ label, amount }) => label.trim() !== '' || amount.trim() !== '') + 1
  const [added, setAdded] = useState(0)
  const shown = Math.max(used, added)
  return (
    <Grid gap="3" justifyItems="start">
      {[...charges.keys()].slice(0, shown).map((at) => {
        const number = at + 1
        return (
          <Grid key={at} width="full" templateColumns="minmax(0, 1fr) minmax(7rem, 10rem)" gap="3" alignItems="start">
            <TextField
              field={form.field('charges', at, 'label')}
              label={t`Charge ${number}`}
              maxLength={limits.chargeLabelLength}
            />
            <TextField
              field={form.field('charges', at, 'amount')}
              label={t`Amount of charge ${number}`}
              inputMode="text"
              autoComplete="off"
              maxLength={24}
            />
          </Grid>
        )
      })}
      {shown < charges.length && (
        <Button onClick={() => setAdded(shown + 1)}>
          <Icon name="plus" />
          <Trans comment="button: one more row for freight, insurance, a discount">Add a charge</Trans>
        </Button>
      )}
      {shown > 0 && (
        <Text color="fg.muted" fontSize="sm">
          <Trans>Freight, insurance, packing. A discount is an amount below zero, such as -50.</Trans>
        </Text>
      )}
    </Grid>
  )
}
