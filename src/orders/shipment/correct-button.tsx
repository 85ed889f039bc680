import { Button } from '@chakra-ui/react'
import { useLingui as useTexts } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Side } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Done } from '../../../contract/shipment/milestones.ts'
import { type Decision, ReasonDialog } from '../use-decision.tsx'
import { StepTitle, stepNames } from './step-title.tsx'

interface CorrectButtonProps {
  order: Pick<Order, '_id' | 'version'>
  /** the report that was wrong */
  milestone: Done
  userId: string
  side: Side
  decision: Pick<Decision, 'decide' | 'isBusy'>
}

/** Says that a reported step was wrong, after a confirmation with a reason. */
export function CorrectButton({ order, milestone, userId, side, decision }: CorrectButtonProps) {
  const { i18n } = useTexts()
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const step = i18n._(stepNames[milestone.step])
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={t`Correct: ${step}`} onClick={() => setOpen(true)}>
        <Trans comment="button: says that a reported step of a shipment was wrong">Correct</Trans>
      </Button>
      {isOpen && (
        <ReasonDialog
          userId={userId}
          decision={decision}
          onClose={() => setOpen(false)}
          name={`correct-${milestone._id}`}
          version={order.version}
          title={t`Correct this step?`}
          label={t({ message: 'Reason', context: 'correction', comment: 'why a reported step was wrong' })}
          action={<Trans comment="button: says that a reported step of a shipment was wrong">Correct</Trans>}
          bodyOf={({ note, after }) => ({
            kind: 'correct',
            of: milestone._id,
            note,
            ...(side === 'shop' && { after }),
          })}
          sent={<Trans>Corrected. Both sides can see it.</Trans>}
        >
          <p>
            <strong>
              <StepTitle step={milestone.step} on={milestone.on} />
            </strong>
          </p>
          <p>
            <Trans>It no longer counts. Both sides still see it, struck through, with your reason.</Trans>
          </p>
        </ReasonDialog>
      )}
    </>
  )
}
