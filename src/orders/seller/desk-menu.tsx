import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { DeleteOrder } from '../delete-order.tsx'
import { OrderMenu } from '../order-menu.tsx'

interface DeskMenuProps {
  order: Order
  /** leads away from the order */
  onDeleted: () => Promise<void>
}

/** The menu of the order on the screen. */
export function DeskMenu({ order, onDeleted }: DeskMenuProps) {
  const [deleting, setDeleting] = useState<Order>()
  if (order.sealed) return null
  return (
    <>
      <OrderMenu reference={order.reference} onDelete={() => setDeleting(order)} />
      <DeleteOrder order={deleting} onClose={() => setDeleting(undefined)} onDeleted={onDeleted} />
    </>
  )
}
