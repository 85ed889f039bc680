import { Grid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { incoterms } from '../../../contract/offers.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { incotermNames } from '../../parts/offers/offer-terms.tsx'
import { Fold } from '../../ui/fold.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { TextAreaField, TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select.tsx'
import type { ReviewValues } from './use-wishes.ts'

/** The wishes for the quote, collapsed until somebody opens them or has filled something in. */
export function WishesPart({ form }: { form: FormHandle<ReviewValues> }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const { currencies } = useShop()
  const { values } = form
  const isFilled = [values.incoterm, values.place, values.neededBy, values.currency, values.note].some(Boolean)
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' })
  const any = { value: '', label: t({ message: 'No preference', comment: 'choice in a select' }) }
  return (
    <Panel css={{ padding: '0.75rem clamp(0.5rem, 2vw, 1rem)' }}>
      <Fold
        title={<Trans>For your quote (optional)</Trans>}
        isFilled={isFilled}
        isWrong={form.field('neededBy').error !== undefined}
      >
        <Grid gap="4" templateColumns={{ sm: '1fr 1fr' }} padding="0.5rem clamp(0.25rem, 1.5vw, 1rem) 1rem">
          <Text color="fg.muted" gridColumn="1 / -1">
            <Trans>It helps us to quote at once. The request goes without it, too.</Trans>
          </Text>
          <SelectField
            field={form.field('incoterm')}
            label={t`Delivery term`}
            options={[
              any,
              ...incoterms.map((value) => ({ value, label: `${value} – ${i18n._(incotermNames[value])}` })),
            ]}
          />
          <TextField field={form.field('place')} label={t`Port or place`} maxLength={limits.placeLength} />
          <TextField field={form.field('neededBy')} label={t`Needed by`} type="date" />
          <SelectField
            field={form.field('currency')}
            label={t`Currency`}
            options={[
              any,
              ...currencies.map((value) => ({ value, label: `${value} – ${currencyNames.of(value) ?? value}` })),
            ]}
          />
          <Grid gridColumn="1 / -1">
            <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
          </Grid>
        </Grid>
      </Fold>
    </Panel>
  )
}
