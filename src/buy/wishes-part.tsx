import { Grid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '../../contract/limits.ts'
import { type Locale, nameIn } from '../../contract/locales.ts'
import { incoterms, isDay, type Wishes } from '../../contract/offers.ts'
import { incotermNames } from '../../contract/texts/incoterm-names.ts'
import { minorDigits } from '../../contract/texts/money.ts'
import type { CartLine } from '../db/rows.ts'
import { useShop } from '../db/use-deps.tsx'
import { amountOf, checkPrice } from '../forms/amount-rules.ts'
import { SelectField, TextAreaField, TextField } from '../forms/fields.tsx'
import { filledTexts } from '../forms/filled-texts.ts'
import type { FormHandle, Messages } from '../forms/form-types.ts'
import type { PartyValues } from '../forms/party-fields.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Panel } from '../ui/page.tsx'

export const noWishes = { incoterm: '', place: '', neededBy: '', currency: '', note: '' }
type WishValues = typeof noWishes
export interface ReviewValues extends WishValues, PartyValues {
  /** what the buyer would pay per tonne of each product */
  targets: { product: string; price: string }[]
}

const readingOf = ({ currency }: WishValues, locale: Locale) => ({ locale, digits: minorDigits(currency || 'EUR') })

/** The prices that are typed, in minor units per tonne; by the ids of their products. */
export function targetsOf(values: ReviewValues, locale: Locale): Record<string, { target: number }> {
  const read = values.targets.map(({ product, price }) => {
    const amount = amountOf(price, readingOf(values, locale))
    return amount?.kind === 'amount' ? { [product]: { target: amount.minor } } : {}
  })
  return Object.assign({}, ...read)
}

export function checkTargets(values: ReviewValues, locale: Locale): Messages<ReviewValues> {
  const { targets, currency } = values
  const reading = readingOf(values, locale)
  const isTyped = targets.some(({ price }) => price.trim() !== '')
  return {
    ...(isTyped && currency === '' && { currency: { rule: 'required' } }),
    targets: targets.map(({ price }) => (price.trim() === '' ? {} : { price: checkPrice(price, reading) })),
  }
}

export function checkWishes({ neededBy }: Pick<WishValues, 'neededBy'>, today: string): Messages<WishValues> {
  if (neededBy === '') return {}
  if (!isDay(neededBy)) return { neededBy: { rule: 'day' } }
  return neededBy < today ? { neededBy: { rule: 'todayOrLater' } } : {}
}

export function wishesOf(values: WishValues): Wishes | undefined {
  const incoterm = incoterms.find((each) => each === values.incoterm)
  const wishes: Wishes = {
    ...(incoterm && { incoterm }),
    ...filledTexts(values, ['place', 'neededBy', 'currency', 'note']),
  }
  return Object.keys(wishes).length > 0 ? wishes : undefined
}

interface WishesPartProps {
  form: FormHandle<ReviewValues>
  today: string
  lines: CartLine[]
}

export function WishesPart({ form, today, lines }: WishesPartProps) {
  const { t } = useLingui()
  const fieldText = useRefusedFieldText()
  const locale = useLocale()
  const { currencies } = useShop()
  const { values } = form
  const isFilled = [values.incoterm, values.place, values.neededBy, values.currency, values.note].some(Boolean)
  // shown when the day is chosen, not only when the request is sent
  const late = isDay(values.neededBy) ? checkWishes(values, today).neededBy : undefined
  const lateText = late && 'rule' in late ? fieldText(late) : undefined
  const neededBy = { ...form.field('neededBy'), error: form.field('neededBy').error ?? lateText }
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' })
  const none = t({ message: 'No preference', comment: 'choice in a select' })
  return (
    <Panel css={{ padding: { base: '2', md: '3' } }}>
      <Disclosure
        title={<Trans>For your quote (optional)</Trans>}
        isFilled={isFilled}
        isWrong={neededBy.error !== undefined || form.field('currency').error !== undefined}
      >
        <Grid gap="4" templateColumns={{ sm: '1fr 1fr' }} padding="0.5rem clamp(0.25rem, 1.5vw, 1rem) 1rem">
          <Text color="fg.muted" gridColumn="1 / -1">
            <Trans>It helps us to quote faster. You can send the request without it.</Trans>
          </Text>
          <SelectField
            field={form.field('incoterm')}
            label={t`Delivery term`}
            none={none}
            options={incoterms.map((value) => ({ value, label: `${value} – ${incotermNames[value][locale]}` }))}
          />
          <TextField field={form.field('place')} label={t`Port or place`} maxLength={limits.placeLength} />
          <TextField field={neededBy} label={t`Needed by`} type="date" min={today} />
          <SelectField
            field={form.field('currency')}
            label={t`Currency`}
            none={none}
            options={currencies.map((value) => ({ value, label: `${value} – ${currencyNames.of(value) ?? value}` }))}
          />
          <Grid gridColumn="1 / -1">
            <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
          </Grid>
        </Grid>
      </Disclosure>
      <Disclosure
        title={<Trans comment="heading: a buyer names prices per tonne">Say what you would pay (optional)</Trans>}
        isFilled={values.targets.some(({ price }) => price !== '')}
        isWrong={values.targets.some((_, at) => form.field('targets', at, 'price').error !== undefined)}
      >
        <Grid gap="4" templateColumns={{ sm: '1fr 1fr' }} padding="0.5rem clamp(0.25rem, 1.5vw, 1rem) 1rem">
          <Text color="fg.muted" gridColumn="1 / -1">
            <Trans>Per tonne, in the currency above. The shop sees it beside its own prices; it binds nobody.</Trans>
          </Text>
          {values.targets.map(({ product }, at) => {
            const line = lines.find(({ fishe }) => fishe === product)
            if (!line) return null
            const name = nameIn(line, locale)
            return (
              <TextField
                key={product}
                field={form.field('targets', at, 'price')}
                label={values.currency ? `${name} (${values.currency})` : name}
                inputMode="decimal"
                maxLength={24}
              />
            )
          })}
        </Grid>
      </Disclosure>
    </Panel>
  )
}
