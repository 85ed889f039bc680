import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { isGrouped, isQuantity, parseQuantity } from '../../contract/texts/quantity.ts'
import { quantityText } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { PlainIconButton } from '../ui/icon.tsx'

interface Quantity {
  value: number
  /** tonnes, or undefined while the text is not a valid quantity */
  onChange: (tonnes: number | undefined) => void
  /** Enter with a valid quantity, which the field then shows in its usual form */
  onEnter?: (tonnes: number) => void
}

/** A quantity in tonnes as people type it. A number field accepts only one decimal sign and drops invalid text; here it stays, with a message. */
export function useQuantity({ value, onChange, onEnter }: Quantity) {
  const { t } = useLingui()
  const locale = useLocale()
  // the text being typed; undefined while the field shows `value`
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? quantityText(value, locale)
  const parsed = parseQuantity(shown, locale)
  const isWrong = parsed === undefined

  function step(by: number) {
    const next = Number(((parsed ?? value) + by).toFixed(limits.quantityDecimals))
    if (!isQuantity(next)) return
    setTyped(undefined)
    onChange(next)
  }
  const message = isGrouped(shown, locale)
    ? t`Write thousands without a separator: 1500.`
    : t`Enter tonnes above 0, at most 100,000, with at most 3 decimals.`
  return {
    message: isWrong ? message : undefined,
    step,
    input: {
      role: 'spinbutton',
      inputMode: 'decimal',
      enterKeyHint: 'done',
      autoComplete: 'off',
      'aria-valuenow': parsed ?? value,
      'aria-valuetext': shown,
      value: shown,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setTyped(event.target.value)
        onChange(parseQuantity(event.target.value, locale))
      },
      onBlur: () => {
        if (!isWrong) setTyped(undefined)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault()
          if (isWrong) return
          setTyped(undefined)
          onEnter(parsed)
          return
        }
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        step(event.key === 'ArrowUp' ? 1 : -1)
      },
    },
  } as const
}

interface QuantityFieldProps extends Quantity {
  id?: string
  title?: string
  label?: string
}

/** A quantity in tonnes, with buttons for one tonne more or less. Without Chakra, since the product page shows it too. */
export function QuantityField({ id, title, label, ...quantity }: QuantityFieldProps) {
  const { t } = useLingui()
  const ownId = useId()
  const { input, message, step } = useQuantity(quantity)
  const fieldId = id ?? ownId
  const messageId = `${fieldId}-error`
  return (
    <div className="tonnes">
      {title && <label htmlFor={fieldId}>{title}</label>}
      <div className="tonnes-row">
        <PlainIconButton icon="minus" label={t`One tonne less`} onClick={() => step(-1)} />
        <input
          {...input}
          id={fieldId}
          aria-label={label}
          aria-invalid={message !== undefined}
          aria-describedby={message && messageId}
        />
        <span className="tonnes-unit" aria-hidden="true">
          t
        </span>
        <PlainIconButton icon="plus" label={t`One tonne more`} onClick={() => step(1)} />
      </div>
      <p className="failure" id={messageId} aria-live="polite">
        {message}
      </p>
    </div>
  )
}
