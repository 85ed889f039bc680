import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '../../../contract/orders.ts'
import { ReasonDialog } from '../../parts/offers/reason-dialog.tsx'
import type { useDecision } from '../../parts/offers/use-decision.tsx'

interface TurnDownProps {
  order: Order
  userId: string
  decision: Pick<ReturnType<typeof useDecision>, 'decide'>
  onClose: () => void
}

/** Ends a request without an offer, with a reason for the buyer. */
export function TurnDownDialog({ order, ...dialog }: TurnDownProps) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      {...dialog}
      name={`turn-down-${order._id}`}
      version={order.version}
      title={t`Turn down this request?`}
      label={t({ message: 'Reason', comment: 'label of a field: why the shop makes no offer' })}
      action={t({ message: 'Turn down', comment: 'button: refuse a request' })}
      bodyOf={(said) => ({ kind: 'close', ...said })}
      sent={<Trans>The request is turned down. The buyer can see it.</Trans>}
    >
      <p>
        <Trans>This ends the request. The buyer reads the reason; only messages can follow.</Trans>
      </p>
    </ReasonDialog>
  )
}
