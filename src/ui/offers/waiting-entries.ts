import type { Side } from '../../../contract/event-kinds.ts'
import { lineTotal, offerTotal } from '../../../contract/money.ts'
import type { Offer, OfferInput } from '../../../contract/offers.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
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

/** An offer whose totals the server has not computed yet. */
function unsentOffer(offer: OfferInput): Offer {
  const lines = offer.lines.map((line) => ({
    ...line,
    total: line.price === null ? null : lineTotal(line.price, line.qty),
  }))
  return { ...offer, lines, total: offerTotal(lines, offer.charges), expiresAt: '' }
}
