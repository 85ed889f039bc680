import { v7 } from 'uuid'
import { type EventKind, isDecision, type Side } from '../../contract/event-kinds.ts'
import { type LineFacts, pickFacts } from '../../contract/line-facts.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Offer, OfferInput, Wishes } from '../../contract/offers.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import { foldThread, nextThread, type Thread } from '../../contract/order-state.ts'
import type { ShippingAddress } from '../../contract/orders.ts'
import { orderReference } from '../../contract/reference.ts'
import type { Details } from '../../contract/shipment/milestones.ts'
import { foldShipment } from '../../contract/shipment/shipment-state.ts'
import type { ShipmentStep } from '../../contract/shipment/shipment-steps.ts'
import { addDays, dayIn } from '../../contract/texts/shop-day.ts'
import { day } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderEventRow } from '../platform/db/order-rows.ts'
import type { FishRow } from '../platform/db/schema.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { toOffer } from './order-events.ts'
import { insertEvent } from './order-events-table.ts'
import { recordChange } from './order-feed-table.ts'
import { toEvent } from './order-view.ts'
import { insertOrder, type NewOrder, nothingSaid } from './orders-table.ts'
import { addressColumns } from './parties.ts'

export interface DemoBuyer {
  name: string
  email: string
  language: Locale
  place: ShippingAddress
}

export interface DemoOffer
  extends Pick<OfferInput, 'currency' | 'incoterm' | 'place' | 'charges' | 'payment' | 'note'> {
  /** minor units per tonne by product */
  prices: Record<string, number>
  validDays: number
  readyDays: number
}

interface Dated {
  daysAgo: number
  note?: string
}
/** Days count from now, below zero for those that have been. What is loaded is the accepted quantity, or a share of it. */
interface DemoMilestone {
  kind: 'milestone'
  by?: Side
  step: ShipmentStep
  booked?: Omit<NonNullable<Details['booked']>, 'etd' | 'eta'> & { etdDays: number; etaDays: number }
  loaded?: Omit<NonNullable<Details['loaded']>, 'lines'> & { share?: number }
  documents?: Details['documents']
}
export type DemoEvent =
  | (Dated & { kind: 'offer'; offer: DemoOffer })
  | (Dated & { kind: 'close' })
  | (Dated & { kind: 'accept' | 'decline' | 'cancel'; by: 'buyer' })
  | (Dated & { kind: 'message'; by: Side; text: string })
  | (Dated & DemoMilestone)

export interface DemoOrder {
  buyer: DemoBuyer
  daysAgo: number
  items: { slug: string; qty: number; note?: string }[]
  wishes?: Wishes
  thread?: DemoEvent[]
}

/** Products by slug, with the fields that an order copies. */
type DemoProduct = Pick<FishRow, 'id' | 'trade_name' | 'trade_name_fr' | 'trade_name_es' | 'image' | keyof LineFacts>
type DemoProducts = Map<string, DemoProduct>

/** An event before its place in the thread is known. */
type Said = Omit<
  OrderEventRow,
  'feed_seq' | 'state' | 'offer_seq' | 'offers' | 'state_at' | 'state_seq' | 'shipment_seq' | 'shipment'
>

function itemsOf(order: DemoOrder, products: DemoProducts): NewOrder['items'] {
  return order.items.map(({ slug, qty, note = '' }) => {
    const product = products.get(slug)
    if (!product) throw new Error(`The demonstration catalogue has no ${slug}.`)
    const names = { name: product.trade_name, name_fr: product.trade_name_fr, name_es: product.trade_name_es }
    return { fish_id: product.id, ...names, ...pickFacts(product), image: product.image, qty, note }
  })
}

function offerOf(
  deps: ServiceDeps,
  { prices, validDays, readyDays, ...terms }: DemoOffer,
  given: { order: DemoOrder; items: NewOrder['items']; at: number },
): Offer {
  const today = dayIn(deps.newShop.timeZone, given.at)
  const lines = given.items.map(({ fish_id, qty }, at) => {
    const { slug = '' } = given.order.items[at] ?? {}
    return { fishe: fish_id, qty, price: prices[slug] ?? null }
  })
  const days = { validUntil: addDays(today, validDays), readyFrom: addDays(today, readyDays) }
  return toOffer(deps.newShop.timeZone, { ...terms, ...days, lines })
}

/** The members of a milestone of the day `at`. */
function milestoneOf(
  deps: ServiceDeps,
  { step, note, booked, loaded, documents }: DemoMilestone & Dated,
  { items, at, now }: { items: NewOrder['items']; at: number; now: number },
) {
  const { timeZone } = deps.newShop
  const on = dayIn(timeZone, at)
  const inDays = (days: number) => addDays(dayIn(timeZone, now), days)
  const plan =
    booked && (({ etdDays, etaDays, ...rest }) => ({ ...rest, etd: inDays(etdDays), eta: inDays(etaDays) }))(booked)
  const load =
    loaded &&
    (({ share = 1, ...rest }) => ({
      ...rest,
      lines: items.map(({ fish_id, qty }) => ({ fishe: fish_id, qty: Math.round(qty * share * 1000) / 1000 })),
    }))(loaded)
  return { step, on, note, booked: plan, loaded: load, sailed: step === 'sailed' ? { on } : undefined, documents }
}

function threadOf(deps: ServiceDeps, demo: DemoOrder, { order, now }: { order: NewOrder; now: number }): Said[] {
  let current = ''
  return (demo.thread ?? []).map((event, index) => {
    const at = now - event.daysAgo * day
    const id = v7({ msecs: at })
    const { note } = event
    const members = (() => {
      if (event.kind === 'offer') return { offer: offerOf(deps, event.offer, { order: demo, items: order.items, at }) }
      if (event.kind === 'message') return { text: event.text }
      if (event.kind === 'milestone') return milestoneOf(deps, event, { items: order.items, at, now })
      if (event.kind === 'accept' || event.kind === 'decline') return { offer: current, note }
      return { note }
    })()
    if (event.kind === 'offer') current = id
    const side: Side = ('by' in event ? event.by : undefined) ?? 'shop'
    return {
      id,
      order_id: order.id,
      seq: index + 1,
      kind: event.kind,
      at: new Date(at).toISOString(),
      side,
      author_id: side === 'buyer' ? order.buyer_id : 'demo:desk',
      author_name: side === 'buyer' ? order.buyer_name : 'Quayside',
      body: JSON.stringify(members),
    }
  })
}

/** What an order's events say of its thread; see `OrderEventRow`. */
function placed(rows: Said[], feed_seq: number): OrderEventRow[] {
  let thread: Thread = { state: 'requested', version: 0, current: undefined }
  let offers = 0
  let state_at: string | null = null
  let state_seq: number | null = null
  let shipment_seq: number | null = null
  const reported: OrderEvent[] = []
  return rows.map((said) => {
    if (said.kind === 'offer') offers++
    // the stored kinds are those of the contract
    if (isDecision(said.kind as EventKind)) [state_at, state_seq] = [said.at, said.seq]
    const standing = { offers, state_at, state_seq, state: thread.state, offer_seq: null, shipment_seq, shipment: null }
    const row: OrderEventRow = { ...said, feed_seq, ...standing }
    thread = nextThread(thread, toEvent(row))
    reported.push(toEvent(row))
    const placedRow = { ...row, state: thread.state, offer_seq: thread.current?.seq ?? null }
    if (row.kind !== 'milestone' || !thread.current) return placedRow
    shipment_seq = row.seq
    const shipment = JSON.stringify(foldShipment(thread.current.offer, reported))
    return { ...placedRow, shipment_seq, shipment }
  })
}

async function addOrder(
  deps: ServiceDeps,
  tx: Handle,
  given: { demo: DemoOrder; products: DemoProducts; now: number },
) {
  const { demo } = given
  const { buyer } = demo
  const at = given.now - demo.daysAgo * day
  const id = v7({ msecs: at })
  const order: NewOrder = {
    id,
    reference: orderReference(id),
    created_at: new Date(at).toISOString(),
    buyer_id: `demo:${buyer.email}`,
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    ...addressColumns(buyer.place),
    language: buyer.language,
    wishes: JSON.stringify(demo.wishes ?? {}),
    items: itemsOf(demo, given.products),
    ...{ state: 'requested', expires_at: null, version: 0, sealed_at: null, parties: '{}' },
    ...nothingSaid,
  }
  const said = threadOf(deps, demo, { order, now: given.now })
  const rows = placed(said, await recordChange(tx, order, { at: said.at(-1)?.at ?? order.created_at }))
  const { state, current } = foldThread(rows.map(toEvent))
  order.state = state
  order.expires_at = state === 'offered' ? (current?.offer.expiresAt ?? null) : null
  order.version = rows.length
  await insertOrder(tx, order)
  for (const row of rows) await insertEvent(tx, row)
}

/** Adds the demonstration orders, the one that changed first at first, dated back from now, in the caller's transaction. */
export async function seedDemoOrders(
  deps: ServiceDeps,
  tx: Handle,
  demo: { orders: DemoOrder[]; products: DemoProducts },
) {
  const now = deps.clock.now()
  // the feed has them in the order of their last change
  const lastOf = ({ thread = [], daysAgo }: DemoOrder) => thread.at(-1)?.daysAgo ?? daysAgo
  const oldest = demo.orders.toSorted((a, b) => lastOf(b) - lastOf(a))
  for (const order of oldest) await addOrder(deps, tx, { demo: order, products: demo.products, now })
}
