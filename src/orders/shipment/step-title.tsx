import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { OrderEvent } from '../../../contract/order-events.ts'
import type { ShipmentStep } from '../../../contract/shipment/milestones.ts'
import { Day } from '../../ui/date-text.tsx'

export const stepNames: Record<ShipmentStep, MessageDescriptor> = {
  proforma: msg({ message: 'Pro forma sent', comment: 'step of a shipment: the pro forma invoice was sent' }),
  deposit: msg({ message: 'Deposit paid', comment: 'step of a shipment' }),
  packed: msg({ message: 'Packed', comment: 'step of a shipment: the goods are packed' }),
  booked: msg({ message: 'Booked', comment: 'step of a shipment: there is a place on a ship' }),
  loaded: msg({ message: 'Loaded', comment: 'step of a shipment: the goods are in the container' }),
  sailed: msg({ message: 'Sailed', comment: 'step of a shipment: the ship has left the port' }),
  documents: msg({ message: 'Documents sent', comment: 'step of a shipment: the papers are on their way' }),
  arrived: msg({ message: 'Arrived', comment: 'step of a shipment: the ship is in the port of destination' }),
  received: msg({ message: 'Received', comment: 'step of a shipment: the buyer has the goods' }),
}

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

/** A correction, with the report that it is about where that is on the device. */
export function CorrectedTitle({ corrects }: { corrects: Pick<OrderEvent, 'step' | 'on'> | undefined }) {
  if (!corrects)
    return (
      <Trans comment="something that was said on a request: a reported step of the shipment was wrong">
        Step corrected
      </Trans>
    )
  return (
    <Trans comment="a reported step of the shipment was wrong: the step and its date">
      Corrected: <StepTitle step={corrects.step} on={corrects.on} />
    </Trans>
  )
}
