import type { InvalidField } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Offer, OfferInput } from '../../contract/offers.ts'
import type { MilestoneInput, OrderEventBody, OrderEventInput, Side } from '../../contract/order-events.ts'
import type { Thread } from '../../contract/order-state.ts'
import { isContainerNumber, type Loaded, toldSteps } from '../../contract/shipment/milestones.ts'
import { containersOf, findTooMuch, foldShipment } from '../../contract/shipment/shipment-state.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { offerTotal } from '../../contract/texts/money.ts'
import { isQuantity } from '../../contract/texts/quantity.ts'
import { addDays, dayIn } from '../../contract/texts/shop-day.ts'
import { readFiles } from '../files/order-files.ts'
import { forgetMilestone } from '../outgoing/send-due.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderEventRow } from '../platform/db/order-rows.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { toEvent } from './order-view.ts'
import { listMilestones } from './orders-table.ts'

type Read = { event: OrderEventInput; wrong?: undefined } | { event?: undefined; wrong: InvalidField[] }

/** A message has a text, files or both. */
function readMessage(text: string | undefined, given: OrderEventBody['files']): Read {
  if (given === undefined)
    return text === undefined ? { wrong: lacks('text', text) } : { event: { kind: 'message', text } }
  const { files, wrong } = readFiles(given)
  if (wrong.length > 0) return { wrong }
  return { event: { kind: 'message', ...(text !== undefined && { text }), files } }
}

/** Parses an event: the members of its kind and no others, or the errors. */
export function readEvent(body: OrderEventBody): Read {
  const { kind, after, offer, note, text, files: given, of } = body
  const noted = note === undefined ? {} : { note }
  const noAfter = after === undefined ? lacks('after', after) : []
  const noId = typeof offer === 'string' ? [] : lacks('offer', offer)
  const noOffer = typeof offer === 'object' ? [] : lacks('offer', offer)
  const noNote = note === undefined ? lacks('note', note) : []
  switch (kind) {
    case 'offer':
      if (after === undefined || typeof offer !== 'object') return { wrong: [...noAfter, ...noOffer] }
      return { event: { kind, after, offer } }
    case 'withdraw':
      if (after === undefined || typeof offer !== 'string') return { wrong: [...noAfter, ...noId] }
      return { event: { kind, after, offer: offer.toLowerCase() } }
    case 'close':
      if (after === undefined || note === undefined) return { wrong: [...noAfter, ...noNote] }
      return { event: { kind, after, note } }
    case 'accept':
    case 'decline':
      return typeof offer === 'string' ? { event: { kind, offer: offer.toLowerCase(), ...noted } } : { wrong: noId }
    case 'cancel':
      return { event: { kind, ...noted } }
    case 'message':
      return readMessage(text, given)
    case 'milestone':
      return readMilestone(body)
    case 'correct':
      if (of === undefined || note === undefined)
        return { wrong: [...(of === undefined ? lacks('of', of) : []), ...noNote] }
      return { event: { kind, of: of.toLowerCase(), note, ...(after !== undefined && { after }) } }
  }
}

function wrongValidity({ validUntil }: OfferInput, today: string): InvalidField[] {
  const path = 'offer.validUntil'
  const limit = limits.validityDays
  if (validUntil < today) return [{ path, rule: 'todayOrLater' }]
  return validUntil > addDays(today, limit) ? [{ path, rule: 'daysAhead', params: { limit } }] : []
}

/** Each product of the request exactly once, and at least one price. */
function wrongLines({ lines }: OfferInput, requested: readonly string[]): InvalidField[] {
  const wrong: InvalidField[] = []
  const open = new Set(requested)
  for (const [at, { fishe, qty }] of lines.entries()) {
    if (!open.delete(fishe)) wrong.push({ path: `offer.lines.${at}.fishe`, rule: 'productOfRequest' })
    if (!isQuantity(qty)) {
      const params = { limit: limits.quantityDecimals }
      wrong.push({ path: `offer.lines.${at}.qty`, rule: 'decimals', params })
    }
  }
  if (open.size > 0) wrong.push({ path: 'offer.lines', rule: 'everyProduct' })
  else if (lines.every(({ price }) => price === null)) wrong.push({ path: 'offer.lines', rule: 'onePrice' })
  return wrong
}

/** Refuses totals above the safe integers, and discounts above the price of the goods. */
function wrongTotal({ lines, charges }: OfferInput): InvalidField[] {
  const total = offerTotal(lines, charges)
  if (total < 0) return [{ path: 'offer.charges', rule: 'minimum', params: { limit: 0 } }]
  if (Number.isSafeInteger(total)) return []
  return [{ path: 'offer.lines', rule: 'maximum', params: { limit: Number.MAX_SAFE_INTEGER } }]
}

interface OfferTerms extends Pick<ShopSettings, 'timeZone' | 'currencies'> {
  /** ms since 1970 */
  now: number
}

/** The errors of an offer at this moment. `requested`: ids of the order's products. */
export function wrongOffer(shop: OfferTerms, offer: OfferInput, requested: readonly string[]): InvalidField[] {
  const currency: InvalidField[] = shop.currencies.includes(offer.currency)
    ? []
    : [{ path: 'offer.currency', rule: 'shopCurrency' }]
  const today = dayIn(shop.timeZone, shop.now)
  const wrong = [...currency, ...wrongLines(offer, requested), ...wrongValidity(offer, today)]
  return wrong.length > 0 ? wrong : wrongTotal(offer)
}

/** The error for a member that an event needs: missing or of another type. */
export function lacks(path: string, value: unknown): InvalidField[] {
  return [{ path, rule: value === undefined ? 'required' : 'allowedValue' }]
}

type ReadMilestone = { event: MilestoneInput; wrong?: undefined } | { event?: undefined; wrong: InvalidField[] }

function wrongContainer(path: string, container: string | undefined): InvalidField[] {
  return container === undefined || isContainerNumber(container) ? [] : [{ path, rule: 'containerNumber' }]
}

function wrongQuantities({ lines }: Loaded): InvalidField[] {
  const params = { limit: limits.quantityDecimals }
  return lines.flatMap(({ qty }, at) =>
    isQuantity(qty) ? [] : [{ path: `loaded.lines.${at}.qty`, rule: 'decimals' as const, params }],
  )
}

/** The member that is named like the step: required where the step is nothing without it. */
function readDetails({ step, booked, loaded, sailed, documents }: OrderEventBody) {
  switch (step) {
    case 'booked':
      return {
        details: { booked },
        wrong: booked ? wrongContainer('booked.container', booked.container) : lacks('booked', booked),
      }
    case 'loaded':
      return {
        details: { loaded },
        wrong: loaded
          ? [...wrongContainer('loaded.container', loaded.container), ...wrongQuantities(loaded)]
          : lacks('loaded', loaded),
      }
    case 'sailed':
      return { details: sailed ? { sailed } : {}, wrong: [] }
    case 'documents':
      return { details: documents ? { documents } : {}, wrong: [] }
    default:
      return { details: {}, wrong: [] }
  }
}

/** Parses a milestone: the members of its step and no others, or the errors. */
export function readMilestone(body: OrderEventBody): ReadMilestone {
  const { step, on, note, after } = body
  const { details, wrong: wrongDetails } = readDetails(body)
  const given = body.files && readFiles(body.files)
  const wrong = [
    ...(step === undefined ? lacks('step', step) : []),
    ...(on === undefined ? lacks('on', on) : []),
    ...wrongDetails,
    ...(given?.wrong ?? []),
  ]
  if (step === undefined || on === undefined || wrong.length > 0) return { wrong }
  const noted = { ...(note !== undefined && { note }), ...(after !== undefined && { after }) }
  return { event: { kind: 'milestone', step, on, ...noted, ...details, ...(given && { files: given.files }) } }
}

/** The errors of what is loaded: other products than the accepted ones, or more than the tolerance of the offer allows. */
function wrongLoaded(offer: Offer, { lines }: Loaded): InvalidField[] {
  const foreign = lines.findIndex(({ fishe }) => offer.lines.every((line) => line.fishe !== fishe))
  if (foreign >= 0) return [{ path: `loaded.lines.${foreign}.fishe`, rule: 'productOfOffer' }]
  const tooMuch = findTooMuch(offer, lines)
  if (!tooMuch) return []
  return [{ path: `loaded.lines.${tooMuch.at}.qty`, rule: 'maximum', params: { limit: tooMuch.most } }]
}

interface Reported {
  orderId: string
  event: OrderEventInput
  side: Side
  thread: Thread
}

/** Refuses a milestone or its correction that cannot be added to an accepted order. */
export async function refuseMilestone(tx: Handle, { orderId, event, side, thread }: Reported): Promise<void> {
  if (event.kind === 'milestone') {
    const wrong = event.loaded && thread.current ? wrongLoaded(thread.current.offer, event.loaded) : []
    if (wrong.length > 0) throw refuseFields(...wrong)
  }
  if (event.kind !== 'correct') return
  const of = (await listMilestones(tx, orderId)).find(({ id }) => id === event.of)
  if (of?.kind !== 'milestone') throw refuseFields({ path: 'of', rule: 'milestoneOfOrder' })
  if (side !== 'shop' && of.side !== side) throw refuse('not-your-side')
}

/** Where the shipment of an order stands after a milestone or a correction, which is added to the row; other rows stay. */
export async function withShipment(tx: Handle, row: OrderEventRow, { current }: Thread): Promise<OrderEventRow> {
  if ((row.kind !== 'milestone' && row.kind !== 'correct') || !current) return row
  const earlier = await listMilestones(tx, row.order_id)
  const shipment = foldShipment(current.offer, [...earlier, row].map(toEvent))
  return { ...row, shipment_seq: row.seq, shipment: JSON.stringify(shipment) }
}

/** The containers of an accepted offer that count, in the order in which they were reported. */
export async function listContainers(db: Handle, orderId: string, offer: Offer): Promise<Loaded[]> {
  return containersOf(offer, (await listMilestones(db, orderId)).map(toEvent))
}

/** Takes back what has not left the shop about a corrected milestone. */
export async function forgetCorrected(tx: Handle, orderId: string, event: OrderEventInput): Promise<void> {
  if (event.kind !== 'correct') return
  const of = (await listMilestones(tx, orderId)).find(({ id }) => id === event.of)
  if (of) await forgetMilestone(tx, orderId, of.seq)
}

/** Whether the other side is told of an event: of a milestone only where the goods are on their way, of a correction never. */
export function isTold({ kind, step }: { kind: OrderEventInput['kind']; step?: string | undefined }): boolean {
  if (kind === 'correct') return false
  return kind !== 'milestone' || toldSteps.some((each) => each === step)
}
