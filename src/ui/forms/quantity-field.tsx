import { Field, Grid, IconButton, Input, InputGroup } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { isGrouped, isQuantity, parseQuantity } from '../../../contract/quantity.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Icon } from '../icon.tsx'
import { Message } from './message.tsx'

interface QuantityFieldProps {
  /** tonnes */
  value: number
  label: string
  /** shows the label above the field, not only to screen readers */
  labelled?: boolean
  id?: string
  /** tonnes, or undefined while what stands in the field is no quantity */
  onChange: (tonnes: number | undefined) => void
}

/**
 * Tonnes as people type them, with buttons for one tonne more or less. A text field, since number fields (Chakra's too)
 * take one decimal sign only and drop what is no number; here it stays, with a message.
 */
export function QuantityField({ value, label, labelled = false, id, onChange }: QuantityFieldProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const ownId = useId()
  const fieldId = id ?? ownId
  // what is being typed; undefined while the field shows the value itself
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? quantityText(value, locale)
  const parsed = parseQuantity(shown, locale)
  const wrong = parsed === undefined

  function type(text: string) {
    setTyped(text)
    onChange(parseQuantity(text, locale))
  }
  function step(by: number) {
    const next = Number(((parsed ?? value) + by).toFixed(limits.quantityDecimals))
    if (!isQuantity(next)) return
    setTyped(undefined)
    onChange(next)
  }

  return (
    <Field.Root id={fieldId} invalid={wrong} width="auto" justifyItems="start">
      {labelled && <Field.Label>{label}</Field.Label>}
      <Grid templateColumns="auto minmax(7.75rem, 8.5rem) auto" alignItems="center" gap="1.5">
        <IconButton aria-label={t`One tonne less`} onClick={() => step(-1)}>
          <Icon name="minus" />
        </IconButton>
        <InputGroup endElement="T" endElementProps={{ 'aria-hidden': true, px: '2.5', color: 'fg.muted' }}>
          <Input
            role="spinbutton"
            inputMode="decimal"
            autoComplete="off"
            ps="2"
            pe="1.625rem"
            textAlign="end"
            fontVariantNumeric="tabular-nums"
            aria-label={labelled ? undefined : label}
            aria-valuenow={parsed ?? value}
            aria-valuetext={shown}
            aria-describedby={wrong ? `${fieldId}-error` : undefined}
            value={shown}
            onChange={(event) => type(event.target.value)}
            onBlur={() => wrong || setTyped(undefined)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
              event.preventDefault()
              step(event.key === 'ArrowUp' ? 1 : -1)
            }}
          />
        </InputGroup>
        <IconButton aria-label={t`One tonne more`} onClick={() => step(1)}>
          <Icon name="plus" />
        </IconButton>
      </Grid>
      <Message id={`${fieldId}-error`}>
        {wrong &&
          (isGrouped(shown, locale)
            ? t`Write thousands without a sign between the digits.`
            : t`Enter tonnes above 0, at most 100,000, with at most 3 decimals.`)}
      </Message>
    </Field.Root>
  )
}
