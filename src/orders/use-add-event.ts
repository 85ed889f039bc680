import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { OutboxRow } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { useSaveEntry } from '../forms/save-entry.ts'

interface Saying {
  /** created when the form or dialog opens, so that many clicks are one event */
  id: string
  body: OrderEventInput
}

/**
 * Adds an event to a request's thread: saved on the device first, sent when possible. Returns its entry; undefined where the
 * device cannot save it: then the form has the only copy.
 */
export function useAddEvent({ _id: order, reference }: Pick<Order, '_id' | 'reference'>) {
  const { sync } = useDeps()
  const session = useSession()
  const saveEntry = useSaveEntry()
  return async ({ id, body }: Saying): Promise<OutboxRow | undefined> => {
    if (!session) return undefined
    return saveEntry(() => sync.enqueueEvent({ id, order, reference, body, session }))
  }
}
