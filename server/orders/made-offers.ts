import { hasDays, type Offer, type OfferInput, type OfferLine } from '../../contract/offers.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Thread } from '../../contract/order-state.ts'
import { agreedOffer } from '../../contract/price-talk.ts'
import { filledFacts } from '../../contract/product-fields.ts'
import { reportTime } from '../../contract/shipment/refuse-goods.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { lineTotal, offerTotal } from '../../contract/texts/money.ts'
import { endOfDay } from '../../contract/texts/shop-day.ts'
import { findFishes } from '../catalogue/fishes-table.ts'
import type { Db } from '../db/database.ts'
import { refuseFields } from '../http/refusal.ts'
import { copyOf } from './order-view.ts'

/** The products that an offer names beside the requested ones. Refuses those that are not in the shop. */
async function readAlternatives(tx: Db, { lines }: OfferInput): Promise<Map<string, OfferLine['item']>> {
  const asked = lines.filter(({ alternativeTo }) => alternativeTo !== undefined)
  const ids = asked.map(({ fishe }) => fishe)
  const found = await findFishes(tx, ids)
  const items = new Map(
    found.map(copyOf).map(({ fish_id, ...item }) => {
      const { name, name_fr, name_es, image } = item
      return [fish_id, { name, name_fr, name_es, image, ...filledFacts(item) }]
    }),
  )
  const missing = asked.filter(({ fishe }) => !items.has(fishe))
  const pathOf = (line: OfferInput['lines'][number]) => `offer.lines.${lines.indexOf(line)}.fishe`
  if (missing.length > 0)
    throw refuseFields(...missing.map((line) => ({ path: pathOf(line), rule: 'productInShop' }) as const))
  return items
}

/** Adds the totals, the end of its validity and the names of alternatives to an offer. */
async function toOffer(tx: Db, { timeZone, claimDays }: Making, { balance, ...input }: OfferInput): Promise<Offer> {
  const items = await readAlternatives(tx, input)
  const line = (each: OfferInput['lines'][number]): OfferLine => {
    const item = items.get(each.fishe)
    return { ...each, total: each.price === null ? null : lineTotal(each.price, each.qty), ...(item && { item }) }
  }
  // each alternative stands below its product
  const place = ({ fishe, alternativeTo = fishe }: OfferLine) =>
    input.lines.findIndex((each) => each.fishe === alternativeTo)
  const lines = input.lines.map(line).sort((a, b) => place(a) - place(b))
  const days = balance && hasDays(balance.kind) ? { days: balance.days } : {}
  return {
    ...input,
    ...(balance && { balance: { kind: balance.kind, ...days } }),
    claimDays,
    lines,
    total: offerTotal(input.lines, input.charges),
    expiresAt: endOf(timeZone, input.validUntil),
  }
}

interface Making extends Pick<ShopSettings, 'timeZone' | 'claimDays'> {
  /** ms since 1970 */
  now: number
}

/** A claim's weights in tonnes, too, and when it was written, if that counts. */
function claimMade({ lines, reportedAt }: OrderEventInput & { kind: 'claim' }, now: number) {
  const counts = reportTime({ reportedAt }, now) === Date.parse(reportedAt ?? '')
  return { lines: lines.map((line) => ({ ...line, qty: line.kg / 1000 })), reportedAt: counts ? reportedAt : undefined }
}

const endOf = (timeZone: string, day: string) => new Date(endOfDay(timeZone, day)).toISOString()

/** The members of a counter that the server adds: totals, and the end of its last day. */
function counterSums(timeZone: string, counter: OrderEventInput & { kind: 'counter' }, offer: Offer) {
  const { lines, total } = agreedOffer(offer, counter)
  const sums = lines.map(({ fishe, qty, price, total }) => ({ fishe, qty, price, total }))
  return { lines: sums, total, expiresAt: endOf(timeZone, counter.until) }
}

/** The members that the server adds to an event: an offer with its sums, those of a counter, the deal, or the time of a claim. */
export async function madeBy(tx: Db, shop: Making, event: OrderEventInput, { current, counter }: Thread) {
  if (event.kind === 'offer') return { offer: await toOffer(tx, shop, event.offer) }
  if (event.kind === 'claim') return claimMade(event, shop.now)
  if (!current) return {}
  if (event.kind === 'counter') return counterSums(shop.timeZone, event, current.offer)
  if (event.kind === 'accept' && event.lines) return { deal: agreedOffer(current.offer, { lines: event.lines }) }
  return event.kind === 'agree' && counter?.lines
    ? { deal: agreedOffer(current.offer, { ...counter, lines: counter.lines }) }
    : {}
}
