import { type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import type { InvalidField } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { hasDays, type Offer, type OfferInput } from '../../contract/offers.ts'
import {
  goodsKinds,
  type MilestoneInput,
  type OrderEvent,
  type OrderEventBody,
  OrderEventInput,
  type Side,
  threadVersion,
} from '../../contract/order-events.ts'
import { isOfGoods, type Thread } from '../../contract/order-state.ts'
import { wrongAcceptance, wrongLinesTaken } from '../../contract/price-talk.ts'
import { toldSteps } from '../../contract/shipment/milestones.ts'
import { refuseGoods, wrongDetails } from '../../contract/shipment/refuse-goods.ts'
import { foldShipment } from '../../contract/shipment/shipment-state.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { offerTotal } from '../../contract/texts/money.ts'
import { wrongQuantities } from '../../contract/texts/quantity.ts'
import { brokenValidity, dayIn } from '../../contract/texts/shop-day.ts'
import { forgetLots, recordLots } from '../catalogue/lots.ts'
import { type Db, findRow } from '../db/database.ts'
import type { OrderEventRow } from '../db/row-types.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import { forgetEvent } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { readFiles } from '../storage/order-files.ts'
import { type StoredShipment, toEvent } from './order-view.ts'

/** A milestone without the details of other steps. */
function ofItsStep(event: MilestoneInput): MilestoneInput {
  const { booked, loaded, sailed, documents, packed, paid, confirms, ...rest } = event
  const own = Object.entries({ booked, loaded, sailed, documents, packed, paid }).filter(
    ([name, details]) => name === rest.step && details,
  )
  return { ...rest, ...Object.fromEntries(own), ...(confirms !== undefined && { confirms }) }
}

/** A payment happened on its own day. */
const withDay = (body: OrderEventBody): OrderEventBody =>
  body.kind === 'milestone' && body.on === undefined && body.paid ? { ...body, on: body.paid.on } : body

/** Reads an event: the members of its kind and no others. Refuses with `invalid-fields`. */
export function readEvent(body: OrderEventBody): OrderEventInput {
  const read = v.safeParse(OrderEventInput, withDay(body))
  const ruleOf = ({ input }: { input: unknown }) => (input === undefined ? 'required' : 'allowedValue')
  if (!read.success)
    throw refuseFields(
      ...read.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', rule: ruleOf(issue) }) as const),
    )
  const event = read.output.kind === 'milestone' ? ofItsStep(read.output) : read.output
  const wrong = event.kind === 'milestone' ? wrongDetails(event) : []
  const given = 'files' in event && event.files ? readFiles(event.files) : undefined
  if (event.kind === 'message' && event.text === undefined && !given) wrong.push({ path: 'text', rule: 'required' })
  if (given) wrong.push(...given.wrong)
  if (wrong.length > 0) throw refuseFields(...wrong)
  return { ...event, ...(given && { files: given.files }) }
}

/** Each product of the request exactly once, alternatives to them, and at least one price. */
function wrongLines({ lines }: OfferInput, requested: readonly string[]): InvalidField[] {
  const wrong: InvalidField[] = []
  const open = new Set(requested)
  const others = new Set<string>()
  for (const [at, { fishe, alternativeTo, qty, least = 0 }] of lines.entries()) {
    const path = `offer.lines.${at}`
    if (least > qty) wrong.push({ path: `${path}.least`, rule: 'maximum', params: { limit: qty } })
    if (alternativeTo === undefined) {
      if (!open.delete(fishe)) wrong.push({ path: `${path}.fishe`, rule: 'productOfRequest' })
      continue
    }
    if (!requested.includes(alternativeTo)) wrong.push({ path: `${path}.alternativeTo`, rule: 'productOfRequest' })
    if (requested.includes(fishe) || others.has(fishe)) wrong.push({ path: `${path}.fishe`, rule: 'alreadyUsed' })
    others.add(fishe)
  }
  const params = { limit: limits.alternatives }
  if (others.size > params.limit) wrong.push({ path: 'offer.lines', rule: 'maxItems', params })
  wrong.push(...wrongQuantities('offer.lines', lines))
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
  const broken = brokenValidity(offer.validUntil, dayIn(shop.timeZone, shop.now))
  const validity: InvalidField[] = broken ? [{ path: 'offer.validUntil', ...broken }] : []
  const { balance } = offer
  const lacksDays = balance && hasDays(balance.kind) && balance.days === undefined
  const days: InvalidField[] = lacksDays ? [{ path: 'offer.balance.days', rule: 'required' }] : []
  const wrong = [...currency, ...wrongLines(offer, requested), ...validity, ...days]
  return wrong.length > 0 ? wrong : wrongTotal(offer)
}

/** The errors of a buyer's answer to the current offer: of a counter, or of an acceptance. */
export function wrongTalk(shop: OfferTerms, event: OrderEventInput, offer: Offer): InvalidField[] {
  if (event.kind === 'accept') return wrongAcceptance(offer, event.lines)
  if (event.kind !== 'counter') return []
  const today = dayIn(shop.timeZone, shop.now)
  const broken = brokenValidity(event.until, today)
  const wrong = wrongLinesTaken(offer, event)
  if (broken) wrong.push({ path: 'until', ...broken })
  if (event.neededBy !== undefined && event.neededBy < today) wrong.push({ path: 'neededBy', rule: 'todayOrLater' })
  return wrong
}

/** The events of an order that its shipment follows from, oldest first: milestones, their corrections, claims, documents and papers. */
export async function listMilestones(db: Db, orderId: string): Promise<OrderEvent[]> {
  const query = db.query.selectFrom('order_event').selectAll().where('order_id', '=', orderId)
  // within a text of JSON this quotation mark would be escaped
  const isPaper = sql<SqlBool>`kind = 'message' and body like '%"paper":{%'`
  const having = query.where((row) => row.or([row('kind', 'in', ['milestone', 'correct', ...goodsKinds]), isPaper]))
  return (await having.orderBy('seq').execute()).map(toEvent)
}

interface Reported extends OfferTerms, Pick<ShopSettings, 'claimDays'> {
  orderId: string
  event: OrderEventInput
  side: Side
  thread: Thread
}

/** Refuses an event about the goods that cannot be added to an accepted order. */
export async function refuseReport(tx: Db, { orderId, event, side, thread, now, ...shop }: Reported): Promise<void> {
  if (!isOfGoods(event) || !thread.current) return
  const events = await listMilestones(tx, orderId)
  const refused = refuseGoods({ ...shop, offer: thread.current.offer, events }, event, { side, now })
  if (!refused) return
  throw 'code' in refused ? refuse(refused.code) : refuseFields(...refused.fields)
}

/** What an app from before payments, claims and documents would not show. */
const isNew = ({ kind, step }: OrderEvent) => goodsKinds.some((each) => each === kind) || step === 'paid'

/** Where the shipment of an order stands after an event that it follows from, which is added to the row; other rows stay. */
export async function withShipment(tx: Db, row: OrderEventRow, { current }: Thread): Promise<OrderEventRow> {
  const event = toEvent(row)
  const follows = ['milestone', 'correct', ...goodsKinds].includes(event.kind) || event.paper !== undefined
  if (!follows || !current) return row
  const events = [...(await listMilestones(tx, row.order_id)), event]
  const shipment: StoredShipment = {
    ...foldShipment(current.offer, events),
    ...(events.some(isNew) && { needs: threadVersion }),
  }
  return { ...row, shipment_seq: row.seq, shipment: JSON.stringify(shipment) }
}

interface Added extends Pick<Reported, 'orderId' | 'event'> {
  id: string
  author: { id: string; name: string }
}

/** Remembers the lots that a report names. */
export async function recordNamedLots(deps: ServiceDeps, tx: Db, { orderId, event, id, author: by }: Added) {
  if (event.kind !== 'milestone') return
  for (const name of ['packed', 'loaded'] as const)
    await recordLots(deps, tx, {
      ...{ by, order: orderId, event: id },
      ...{ path: `${name}.lines`, lines: event[name]?.lines ?? [] },
    })
}

/** Revokes what has not left the shop about a corrected milestone, and its uses of lots. */
export async function forgetCorrected(tx: Db, orderId: string, event: OrderEventInput): Promise<void> {
  if (event.kind !== 'correct') return
  const of = await findRow(tx, 'order_event', { id: event.of })
  if (!of) return
  await forgetEvent(tx, `order:${orderId}`, { event: 'milestone', seq: of.seq })
  await forgetLots(tx, of.id)
}

/** Whether the other side is notified of an event: of a milestone only where the goods are on their way or something is paid, of a correction never. */
export function isNotified({ kind, step }: { kind: OrderEventInput['kind']; step?: string | undefined }): boolean {
  if (kind === 'correct') return false
  return kind !== 'milestone' || step === 'paid' || toldSteps.some((each) => each === step)
}
