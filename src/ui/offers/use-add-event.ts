import { useLingui } from '@lingui/react/macro'
import type { OrderEventInput } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import { NotSaved } from '../../data/outbox/enqueue.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { toast } from '../feedback/toaster.tsx'

interface Saying {
  /** created when the form or dialog opens, so that many clicks are one event */
  id: string
  body: OrderEventInput
}

/**
 * Adds an event to a request's thread: saved on the device first, sent when possible. Returns `failed` if it could be
 * neither saved nor sent: then the form has the only copy.
 */
export function useAddEvent({ _id: order, reference }: Pick<Order, '_id' | 'reference'>) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const session = useSession()
  return async ({ id, body }: Saying): Promise<'done' | 'failed'> => {
    if (!session) return 'failed'
    try {
      await sync.enqueueEvent({ id, order, reference, body, session })
      return 'done'
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      const row = await sync.sendDirect(error.entry)
      if (row.state === 'done') return 'done'
      toast({ title: t`This is NOT saved: keep this page open and try again.`, kind: 'error' })
      return 'failed'
    }
  }
}
