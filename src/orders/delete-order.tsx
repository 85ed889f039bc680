import { Field, Input } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Order } from '../../contract/orders.ts'
import { removeOrder } from '../db/orders.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'

interface DeleteOrderProps {
  order: Order | undefined
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** Asks for confirmation, then deletes an order on the server; of an accepted one, a copy for reading stays. */
export function DeleteOrder({ order, ...dialog }: DeleteOrderProps) {
  return order && <Confirmation key={order._id} order={order} {...dialog} />
}

function Confirmation({ order, onClose, onDeleted }: DeleteOrderProps & { order: Order }) {
  const { api, db } = useDeps()
  const userId = useSession()?.userId
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // the server may know of an acceptance that this device has not seen
  const isAccepted = order.state === 'accepted' || isRefused
  const { _id: id, reference } = order
  const buyer = order.user.name || order.user.email

  async function deleteOrder() {
    const reply = await api.call('deleteOrder', { params: { id }, query: isAccepted ? { reference: typed } : {} })
    if (!reply.ok && reply.refusal.code === 'reference-needed') {
      flushSync(() => setRefused(true))
      field.current?.focus()
    }
    return reply
  }
  async function afterDeletion() {
    if (!isAccepted && userId) await removeOrder(db, userId, id).catch(() => undefined)
    await onDeleted()
  }
  return (
    <DeleteDialog onClose={onClose} onDelete={deleteOrder} onDeleted={afterDeletion}>
      {isAccepted ? (
        <>
          <p>
            <Trans>
              The customer {buyer} has accepted the offer on the request {reference}. It leaves your lists. You and the
              customer keep a read-only copy, and nothing can be added to it.
            </Trans>
          </p>
          <Field.Root required invalid={isRefused}>
            <Field.Label>
              <Trans>Type the reference {reference}</Trans>
            </Field.Label>
            <Input
              ref={field}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
            />
          </Field.Root>
        </>
      ) : (
        <p>
          <Trans>
            The request {reference} of {buyer} will be permanently deleted, also from the customer's list.
          </Trans>
        </p>
      )}
    </DeleteDialog>
  )
}
