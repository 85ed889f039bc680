import type { Side } from '../../../contract/event-kinds.ts'
import { unsentOffer } from '../../data/orders/unsent-offer.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import type { ThreadEntry } from './thread-timeline.tsx'

/** Pending outbox rows as entries of the thread. `side` is the side of this device's user. */
export function waitingEntries(rows: readonly EventRow[], side: Side): ThreadEntry[] {
  return rows.map(({ id, createdAt, userName, state, payload: { body } }) => ({
    id,
    kind: body.kind,
    at: createdAt,
    by: { name: userName, side },
    pending: state === 'attention' ? 'attention' : 'not-sent',
    ...('offer' in body && { offer: typeof body.offer === 'string' ? body.offer : unsentOffer(body.offer) }),
    ...('note' in body && body.note !== undefined && { note: body.note }),
    ...('text' in body && { text: body.text }),
  }))
}
