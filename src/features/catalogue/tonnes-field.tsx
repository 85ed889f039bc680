import { useLingui } from '@lingui/react/macro'
import { type Quantity, useQuantity } from '../../ui/forms/use-quantity.ts'
import { Icon } from '../../ui/icon.tsx'

/** The quantity field of the product page, without Chakra. */
export function TonnesField({ id, ...quantity }: Quantity & { id: string }) {
  const { t } = useLingui()
  const { input, message, step } = useQuantity(quantity)
  return (
    <div className="tonnes">
      <label htmlFor={id}>{t`Quantity in tonnes`}</label>
      <div className="tonnes-row">
        <button type="button" className="button button-icon" aria-label={t`One tonne less`} onClick={() => step(-1)}>
          <Icon name="minus" />
        </button>
        <input {...input} id={id} aria-invalid={message !== undefined} aria-describedby={message && `${id}-error`} />
        <span className="tonnes-unit" aria-hidden="true">
          t
        </span>
        <button type="button" className="button button-icon" aria-label={t`One tonne more`} onClick={() => step(1)}>
          <Icon name="plus" />
        </button>
      </div>
      <p className="failure" id={`${id}-error`} aria-live="polite">
        {message}
      </p>
    </div>
  )
}
