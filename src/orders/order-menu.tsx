import { Field, IconButton, Input, Menu, Portal } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Order } from '../../contract/orders.ts'
import { removeOrder } from '../db/orders.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { Icon } from '../ui/icon.tsx'

/** The deletion of an order, behind a button of its own: nobody deletes while reaching for `View`. */
export function OrderMenu({ order, onDeleted }: { order: Order; onDeleted: () => Promise<void> }) {
  const { t } = useLingui()
  const [isDeleting, setDeleting] = useState(false)
  // a board has dozens of them: the menu's machine starts with the first press
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(isUsed), [isUsed])
  const { reference } = order
  if (order.sealed) return null
  const button = (
    <IconButton aria-label={t`More for ${reference}`} aria-haspopup="menu" onClick={() => setUsed(true)}>
      <Icon name="more" />
    </IconButton>
  )
  if (!isUsed) return button
  return (
    <>
      <Menu.Root
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        defaultHighlightedValue="delete"
        lazyMount
        unmountOnExit
        positioning={{ placement: 'bottom-end', gutter: 4 }}
      >
        <Menu.Trigger asChild>{button}</Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content>
              <Menu.Item value="delete" onSelect={() => setDeleting(true)} color="fg.error">
                <Icon name="trash" />
                <Trans comment="button at a row">Delete</Trans>
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
      {isDeleting && <DeleteOrder order={order} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </>
  )
}

interface DeleteOrderProps {
  order: Order
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** Deletes an order on the server after a confirmation; of an accepted one, a copy for reading stays. */
function DeleteOrder({ order, onClose, onDeleted }: DeleteOrderProps) {
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
