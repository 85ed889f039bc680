import { lineTotal, offerTotal } from '../../../contract/money.ts'
import type { Offer, OfferInput } from '../../../contract/offers.ts'

/** An offer whose totals the server has not computed yet, and whose last day has no end on its clock. */
export function unsentOffer(offer: OfferInput): Offer {
  const lines = offer.lines.map((line) => ({
    ...line,
    total: line.price === null ? null : lineTotal(line.price, line.qty),
  }))
  return { ...offer, lines, total: offerTotal(lines, offer.charges), expiresAt: '9999-12-31T00:00:00.000Z' }
}
