import type { InvalidField } from '../../contract/field-rules.ts'
import { limits } from '../../contract/limits.ts'
import type { Offer } from '../../contract/offers.ts'
import type { MilestoneInput, OrderEventBody, OrderEventInput, Side } from '../../contract/order-events.ts'
import type { Thread } from '../../contract/order-state.ts'
import { isContainerNumber, type Loaded, toldSteps } from '../../contract/shipment/milestones.ts'
import { containersOf, findTooMuch, foldShipment } from '../../contract/shipment/shipment-state.ts'
import { isQuantity } from '../../contract/texts/quantity.ts'
import { readFiles } from '../files/order-files.ts'
import { forgetEvent } from '../outbox/outbox.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderEventRow } from '../platform/db/order-rows.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { toEvent } from './order-view.ts'
import { listMilestones } from './orders-table.ts'

/** The error for a member that an event needs: missing or of another type. */
export function lacks(path: string, value: unknown): InvalidField[] {
  return [{ path, rule: value === undefined ? 'required' : 'allowedValue' }]
}

type Read = { event: MilestoneInput; wrong?: undefined } | { event?: undefined; wrong: InvalidField[] }

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
export function readMilestone(body: OrderEventBody): Read {
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
  if (of) await forgetEvent(tx, `order:${orderId}`, { event: 'milestone', seq: of.seq })
}

/** Whether the other side is told of an event: of a milestone only where the goods are on their way, of a correction never. */
export function isTold({ kind, step }: { kind: OrderEventInput['kind']; step?: string | undefined }): boolean {
  if (kind === 'correct') return false
  return kind !== 'milestone' || toldSteps.some((each) => each === step)
}
