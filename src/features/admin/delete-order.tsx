import { Trans } from '@lingui/react/macro'
import type { Order } from '../../../contract/orders.ts'
import { removeOrder } from '../../orders/store.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { useSession } from '../../ui/session.ts'

interface DeleteOrderProps {
  /** undefined while the dialog is closed */
  order: Order | undefined
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** Asks for confirmation, then deletes an order on the server and its copy on this device. */
export function DeleteOrder({ order, onClose, onDeleted }: DeleteOrderProps) {
  const { api, db } = useDeps()
  const userId = useSession()?.userId
  const afterDeletion = async () => {
    if (order && userId) await removeOrder(db, userId, order._id).catch(() => undefined)
    await onDeleted()
  }
  return (
    <DeleteDialog
      open={order !== undefined}
      onClose={onClose}
      onDelete={() => api.call('deleteOrder', { params: { id: order?._id ?? '' } })}
      onDeleted={afterDeletion}
    >
      <p>
        <Trans>
          The request {order?.reference} of {order?.user.name || order?.user.email} is deleted for good, also from the
          customer's list.
        </Trans>
      </p>
    </DeleteDialog>
  )
}
