import type { Handle } from '../platform/db/handle.ts'

/** Tables of what is yet to be sent; their waiting rows have a time of the next attempt. */
const queues = ['order_mail', 'account_mail', 'contact_message', 'push_message'] as const
export type Queue = (typeof queues)[number]

/** How many messages wait to be sent. */
export async function countWaiting(db: Handle): Promise<Map<Queue, number>> {
  const counts = new Map<Queue, number>()
  for (const queue of queues) {
    const query = db.query.selectFrom(queue).where('next_attempt_at', 'is not', null)
    const { waiting } = await query.select((eb) => eb.fn.countAll().as('waiting')).executeTakeFirstOrThrow()
    counts.set(queue, Number(waiting))
  }
  return counts
}
