import type { InvalidField } from '../fields.ts'
import { limits } from '../limits.ts'
import { lotKey, sumKilograms, wrongLots } from '../lots.ts'
import type { Offer } from '../offers.ts'
import type { MilestoneInput, OrderEvent, OrderEventInput, Side } from '../order-events.ts'
import { wrongQuantities } from '../texts/quantity.ts'
import { addDays, endOfDay } from '../texts/shop-day.ts'
import type { ClaimLine, CreditLine } from './claims.ts'
import { creditable } from './dues.ts'
import type { Loaded, LoadedLine } from './milestones.ts'
import { containersOf, findTooMuch, foldShipment, isOpenReport } from './shipment-state.ts'

/* Why an event about the goods of an accepted order cannot be added, beside `refuseEvent`. */

type Events = readonly OrderEvent[]
type Of<Kind> = Extract<OrderEventInput, { kind: Kind }>

interface Goods {
  /** what was agreed on */
  offer: Offer
  /** milestones, corrections, claims, settlements and documents of the order, oldest first; others change nothing */
  events: Events
  timeZone: string
  /** the shop's, for an offer that names none */
  claimDays: number
}

interface GoodsAuthor {
  side: Side
  /** ms since 1970 by the server's clock */
  now: number
}

export type GoodsRefusal =
  | { code: 'claim-settled' | 'claim-too-late' | 'thread-full' | 'not-your-side' }
  | { fields: InvalidField[] }

const unlessNone = (fields: InvalidField[]): GoodsRefusal | undefined => (fields.length > 0 ? { fields } : undefined)

/** The errors of a milestone's details that its order need not be known for: those that its step needs, weights and lots. */
export function wrongDetails({ step, booked, loaded, packed, paid, confirms }: MilestoneInput): InvalidField[] {
  if (step === 'booked' && !booked) return [{ path: 'booked', rule: 'required' }]
  if (step === 'loaded' && !loaded) return [{ path: 'loaded', rule: 'required' }]
  if (step === 'paid' && !paid) return [{ path: 'paid', rule: 'required' }]
  if (step !== 'paid' && confirms !== undefined) return [{ path: 'confirms', rule: 'reportOfBuyer' }]
  const weighed = { loaded: loaded?.lines ?? [], packed: packed?.lines ?? [] }
  return Object.entries(weighed).flatMap(([name, lines]) => {
    const wrong = wrongQuantities(`${name}.lines`, lines)
    return wrong.length > 0 ? wrong : wrongLots(`${name}.lines`, lines)
  })
}

/** The errors of weighed lines: other products than the accepted ones, or more of what is loaded than the tolerance of the offer allows. */
function wrongWeights(offer: Offer, { loaded, packed }: MilestoneInput): InvalidField[] {
  const foreign = Object.entries({ loaded, packed }).flatMap(([name, { lines } = { lines: [] }]) =>
    lines.flatMap(({ fishe }, at): InvalidField[] =>
      offer.lines.some((line) => line.fishe === fishe)
        ? []
        : [{ path: `${name}.lines.${at}.fishe`, rule: 'productOfOffer' }],
    ),
  )
  const tooMuch = findTooMuch(offer, loaded?.lines ?? [])
  if (foreign.length > 0 || !tooMuch) return foreign
  return [{ path: `loaded.lines.${tooMuch.at}.qty`, rule: 'maximum', params: { limit: tooMuch.most } }]
}

function refuseMilestone({ offer, events }: Goods, event: MilestoneInput): GoodsRefusal | undefined {
  const details = wrongDetails(event)
  if (details.length > 0) return { fields: details }
  const wrong = wrongWeights(offer, event)
  if (event.confirms !== undefined && !isOpenReport(events, event.confirms))
    wrong.push({ path: 'confirms', rule: 'reportOfBuyer' })
  return unlessNone(wrong)
}

function refuseCorrection({ events }: Goods, { of }: Of<'correct'>, side: Side): GoodsRefusal | undefined {
  const wrong = events.find(({ _id, kind }) => _id === of && kind === 'milestone')
  if (!wrong) return { fields: [{ path: 'of', rule: 'milestoneOfOrder' }] }
  return side === 'shop' || wrong.by.side === side ? undefined : { code: 'not-your-side' }
}

const countOf = (events: Events, kind: OrderEvent['kind']) => events.filter((event) => event.kind === kind).length

/** The clock starts when the goods are received; before that what is seen can be claimed at once. */
function refuseClaim(goods: Goods, event: Of<'claim'>, now: number): GoodsRefusal | undefined {
  const { offer, events, timeZone } = goods
  const { done, loaded } = foldShipment(offer, events)
  const received = done.find(({ step }) => step === 'received')?.on
  const isLate =
    received !== undefined && reportTime(event, now) >= claimEnd(timeZone, received, offer.claimDays ?? goods.claimDays)
  if (isLate) return { code: 'claim-too-late' }
  if (countOf(events, 'claim') >= limits.claims) return { code: 'thread-full' }
  const lines = loaded.length > 0 ? loaded : offer.lines.filter(({ price }) => price !== null)
  return unlessNone(wrongClaim({ lines, containers: containersOf(offer, events) }, event.lines))
}

function refuseSettlement({ offer, events }: Goods, event: Of<'settle'>): GoodsRefusal | undefined {
  const claim = events.find(({ _id, kind }) => _id === event.claim && kind === 'claim')
  if (!claim) return { fields: [{ path: 'claim', rule: 'claimOfOrder' }] }
  if (events.some((each) => each.kind === 'settle' && each.claim === event.claim)) return { code: 'claim-settled' }
  const claimed = (claim.lines ?? []).map(({ fishe, kg = 0 }) => ({ fishe, kg }))
  return unlessNone(wrongSettlement({ claimed, most: creditable(offer, foldShipment(offer, events)) }, event))
}

/** Why an event about goods cannot be added now, or undefined; `refuseEvent` comes before it. */
export function refuseGoods(
  goods: Goods,
  event: OrderEventInput,
  { side, now }: GoodsAuthor,
): GoodsRefusal | undefined {
  switch (event.kind) {
    case 'milestone':
      return refuseMilestone(goods, event)
    case 'correct':
      return refuseCorrection(goods, event, side)
    case 'claim':
      return refuseClaim(goods, event, now)
    case 'settle':
      return refuseSettlement(goods, event)
    case 'document':
      return countOf(goods.events, 'document') >= limits.orderDocuments ? { code: 'thread-full' } : undefined
    default:
      return undefined
  }
}

/** A report from a device without a network counts from when it was written, for so long. */
const offlineHours = 24

/** When a claim counts as made (ms since 1970): when it was written, if that was within a day before it arrived, else `now`. */
export function reportTime({ reportedAt }: { reportedAt?: string | undefined }, now: number): number {
  const written = Date.parse(reportedAt ?? '')
  return written <= now && written >= now - offlineHours * 60 * 60 * 1000 ? written : now
}

/** The moment (ms since 1970) until which a buyer may claim goods that were received on a day. */
export const claimEnd = (timeZone: string, received: string, claimDays: number) =>
  endOfDay(timeZone, addDays(received, claimDays))

interface Sent {
  /** tonnes of each product that were loaded, or accepted where no loading was reported */
  lines: readonly Pick<LoadedLine, 'fishe' | 'qty'>[]
  containers: readonly Loaded[]
}

/** The lots of a product in containers. */
export const lotsIn = (containers: readonly Loaded[], fishe: string) =>
  containers.flatMap(({ lines }) => lines.filter((line) => line.fishe === fishe)).flatMap(({ lots = [] }) => lots)

/** The errors of a claim: products and lots that did not go, or more than went. */
export function wrongClaim({ lines: sent, containers }: Sent, lines: readonly ClaimLine[]): InvalidField[] {
  return lines.flatMap(({ fishe, lot, kg }, at): InvalidField[] => {
    const path = `lines.${at}`
    const went = sent.find((line) => line.fishe === fishe)
    if (!went) return [{ path: `${path}.fishe`, rule: 'productOfOffer' }]
    if (lot !== undefined && lotsIn(containers, fishe).every(({ code }) => lotKey(code) !== lotKey(lot)))
      return [{ path: `${path}.lot`, rule: 'lotOfShipment' }]
    if (Number(kg.toFixed(3)) !== kg) return [{ path: `${path}.kg`, rule: 'decimals', params: { limit: 3 } }]
    const sum = sumKilograms(lines.slice(0, at + 1).flatMap((line) => (line.fishe === fishe ? [line.kg] : [])))
    const limit = sumKilograms([went.qty * 1000])
    return sum > limit ? [{ path: `${path}.kg`, rule: 'maximum', params: { limit } }] : []
  })
}

interface Settled {
  claimed: readonly Pick<ClaimLine, 'fishe' | 'kg'>[]
  /** what can still be credited of the price, minor units */
  most: number
}

/** The errors of a settlement: neither a credit nor a reason, or both; other products, or more, than were claimed; more money than is left of the price. */
export function wrongSettlement(
  { claimed, most }: Settled,
  { credit, refused }: { credit?: readonly CreditLine[] | undefined; refused?: string | undefined },
): InvalidField[] {
  if (!credit) return refused === undefined ? [{ path: 'credit', rule: 'required' }] : []
  if (refused !== undefined) return [{ path: 'refused', rule: 'allowedValue' }]
  let left = most
  return credit.flatMap(({ fishe, kg, amount }, at): InvalidField[] => {
    const path = `credit.${at}`
    const limit = sumKilograms(claimed.flatMap((line) => (line.fishe === fishe ? [line.kg] : [])))
    if (limit === 0) return [{ path: `${path}.fishe`, rule: 'productOfClaim' }]
    if (credit.findIndex((line) => line.fishe === fishe) < at) return [{ path: `${path}.fishe`, rule: 'alreadyUsed' }]
    if (Number(kg.toFixed(3)) !== kg) return [{ path: `${path}.kg`, rule: 'decimals', params: { limit: 3 } }]
    if (kg > limit) return [{ path: `${path}.kg`, rule: 'maximum', params: { limit } }]
    if (amount > left) return [{ path: `${path}.amount`, rule: 'maximum', params: { limit: left } }]
    left -= amount
    return []
  })
}
