import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { isGrouped, isQuantity, parseQuantity } from '../../contract/quantity.ts'
import { quantityText } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Icon } from './icon.tsx'

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
 * Tonnes as people type them, decimal comma included, with buttons for one tonne more or less. A text field, since the
 * browser's number field refuses the comma in an English browser; what is no quantity stays in the field with a message.
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
    <div className="quantity">
      {labelled && <label htmlFor={fieldId}>{label}</label>}
      <div className="quantity-row">
        <button type="button" className="button button-icon" aria-label={t`One tonne less`} onClick={() => step(-1)}>
          <Icon name="minus" />
        </button>
        <input
          id={fieldId}
          className="control quantity-input"
          role="spinbutton"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={labelled ? undefined : label}
          aria-valuenow={parsed ?? value}
          aria-valuetext={shown}
          aria-invalid={wrong}
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
        <span className="quantity-unit" aria-hidden="true">
          T
        </span>
        <button type="button" className="button button-icon" aria-label={t`One tonne more`} onClick={() => step(1)}>
          <Icon name="plus" />
        </button>
      </div>
      <p className="field-error" id={`${fieldId}-error`} aria-live="polite">
        {wrong &&
          (isGrouped(shown, locale)
            ? t`Write thousands without a sign between the digits.`
            : t`Enter tonnes above 0, at most 100,000, with at most 3 decimals.`)}
      </p>
    </div>
  )
}
