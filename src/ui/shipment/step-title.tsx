import { useLingui } from '@lingui/react'
import type { OrderEvent } from '../../../contract/order-events.ts'
import { Day } from '../dates.tsx'
import { stepNames } from './step-names.ts'

/** A step of the shipment and the day on which it happened. */
export function StepTitle({ step, on }: Pick<OrderEvent, 'step' | 'on'>) {
  const { i18n } = useLingui()
  return (
    <>
      {step && i18n._(stepNames[step])}
      {on && (
        <>
          , <Day day={on} />
        </>
      )}
    </>
  )
}
