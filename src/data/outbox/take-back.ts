import { filesOf } from '../files/said-files.ts'
import type { OutboxRow } from '../rows.ts'
import { eventsBehind } from './order-events.ts'
import { isPending } from './outbox-rows.ts'
import { isOurs, mayTakeBack } from './outbox-steps.ts'
import type { Change, Snapshot } from './outbox-store.ts'

// What a person may do with entries that are on the device. Each is one transaction, as the steps in outbox-steps.ts.

/**
 * The orders among entries that are removed. Files may have been chosen under an id that it had before, unless another
 * request that stays has that id too.
 */
function ordersOf(rows: readonly OutboxRow[], removed: readonly OutboxRow[]): string[] {
  const gone = new Set(removed)
  const stays = rows.filter((row) => !gone.has(row))
  return removed.flatMap(({ kind, id, from }) => {
    if (kind !== 'order') return []
    const isOwn = from !== undefined && stays.every((row) => row.id !== from && row.from !== from)
    return isOwn ? [id, from] : [id]
  })
}

/** Puts an order that may be withdrawn back into the cart and removes the entry. Sent again, it is a new request. */
export function editAgain(
  { rows }: Snapshot,
  { id, aside }: { id: string; aside: { id: string; name: string; now: number } },
): Change<boolean> {
  const row = rows.find((each) => each.id === id)
  if (row === undefined || row.payload.kind !== 'order' || !mayTakeBack(row)) return { result: false }
  const { body, display } = row.payload
  const waitingEvents = eventsBehind(rows, row)
  // messages on it are added to its note
  const texts = waitingEvents.flatMap(({ payload }) => ('text' in payload.body ? [payload.body.text] : []))
  const note = [body.wishes?.note, ...texts].filter((text) => text !== undefined).join('\n\n')
  const typed = { ...body.wishes, ...(texts.length > 0 && { note }), ...body.parties }
  const wishes = Object.keys(typed).length > 0 ? typed : undefined
  return {
    result: true,
    remove: [id, ...waitingEvents.map((each) => each.id)],
    gone: { userId: row.userId, orders: ordersOf(rows, [row]) },
    cartBack: { lines: display.lines, wishes, aside },
  }
}

/** Removes an entry that may be withdrawn, and with an order its events. */
export function discard({ rows }: Snapshot, id: string): Change<boolean> {
  const row = rows.find((each) => each.id === id && mayTakeBack(each))
  if (!row) return { result: false }
  const gone = { userId: row.userId, orders: ordersOf(rows, [row]) }
  return { result: true, remove: [id, ...eventsBehind(rows, row).map((each) => each.id)], gone }
}

/** Removes a user's entries: the pending ones and all files that wait, at the person's wish, or the proofs of delivery. */
export function removeAllOf({ rows }: Snapshot, userId: string, which: 'pending' | 'done'): Change<void> {
  const pending = which === 'pending'
  const gone = rows.filter((row) => row.userId === userId && isOurs(row) && isPending(row) === pending)
  const removed = { result: undefined, remove: gone.map(({ id }) => id) }
  if (!pending) return removed
  const ids = gone.flatMap((row) => filesOf(row).map(({ _id }) => _id))
  return { ...removed, gone: { userId, orders: ordersOf(rows, gone) }, filesGone: { userId, ids } }
}
