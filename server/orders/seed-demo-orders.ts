import { v7 } from 'uuid'
import type { Locale } from '../../contract/locales.ts'
import type { OfferInput, Wishes } from '../../contract/offers.ts'
import type { MilestoneInput, OrderEventInput, Side } from '../../contract/order-events.ts'
import type { ShippingAddress } from '../../contract/orders.ts'
import type { ShipmentStep } from '../../contract/shipment/milestones.ts'
import { addDays, dayIn } from '../../contract/texts/shop-day.ts'
import { type Db, day } from '../db/database.ts'
import type { FishRow } from '../db/row-types.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { addEvent } from './order-event-service.ts'
import { insertOrder, lockOrder, recordChange, type StoredOrder } from './order-queries.ts'
import { newOrder } from './order-service.ts'
import { type Author, copyOf, toThread } from './order-view.ts'

export interface DemoBuyer {
  name: string
  email: string
  language: Locale
  place: ShippingAddress
}

export interface DemoOffer
  extends Pick<OfferInput, 'currency' | 'incoterm' | 'place' | 'charges' | 'payment' | 'note' | 'inParts'> {
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
  booked?: Omit<NonNullable<MilestoneInput['booked']>, 'etd' | 'eta'> & { etdDays: number; etaDays: number }
  loaded?: Omit<NonNullable<MilestoneInput['loaded']>, 'lines'> & { share?: number }
  documents?: MilestoneInput['documents']
}
/** `parts`: tonnes by product, where not all of an offer is taken. */
export type DemoEvent =
  | (Dated & { kind: 'offer'; offer: DemoOffer })
  | (Dated & { kind: 'close' })
  | (Dated & { kind: 'accept' | 'decline' | 'cancel'; by: 'buyer'; parts?: Record<string, number> })
  | (Dated & { kind: 'counter'; by: 'buyer'; prices: Record<string, number>; openDays: number })
  | (Dated & { kind: 'message'; by: Side; text: string })
  | (Dated & DemoMilestone)

export interface DemoOrder {
  buyer: DemoBuyer
  daysAgo: number
  items: { slug: string; qty: number; note?: string }[]
  wishes?: Wishes
  thread?: DemoEvent[]
}

type DemoProducts = Map<string, FishRow>

interface Placed {
  demo: DemoOrder
  order: StoredOrder
  timeZone: string
  at: number
  now: number
}

/** An event as its author would send it at `at`; `now` is the time from which the days of a voyage count. */
function inputOf(event: DemoEvent, { demo, order, timeZone, at, now }: Placed): OrderEventInput {
  const inDays = (days: number, from = at) => addDays(dayIn(timeZone, from), days)
  const noted = event.note === undefined ? {} : { note: event.note }
  const offer = toThread(order).current?.id ?? ''
  const linesBy = <L>(values: Record<string, number>, lineOf: (value: number, qty: number) => L) =>
    order.items.flatMap(({ fish_id: fishe, qty }, index) => {
      const value = values[demo.items[index]?.slug ?? '']
      return value === undefined ? [] : [{ fishe, ...lineOf(value, qty) }]
    })
  switch (event.kind) {
    case 'offer': {
      const { prices, validDays, readyDays, ...terms } = event.offer
      const lines = order.items.map(({ fish_id, qty }, index) => {
        return { fishe: fish_id, qty, price: prices[demo.items[index]?.slug ?? ''] ?? null }
      })
      const days = { validUntil: inDays(validDays), readyFrom: inDays(readyDays) }
      return { kind: 'offer', after: order.version, offer: { ...terms, ...days, lines } }
    }
    case 'close':
      return { kind: 'close', after: order.version, note: event.note ?? '' }
    case 'accept':
      return {
        kind: 'accept',
        offer,
        ...noted,
        ...(event.parts && { lines: linesBy(event.parts, (qty) => ({ qty })) }),
      }
    case 'decline':
      return { kind: 'decline', offer, ...noted }
    case 'counter': {
      const lines = linesBy(event.prices, (price, qty) => ({ qty, price }))
      return { kind: 'counter', offer, lines, until: inDays(event.openDays, now), ...noted }
    }
    case 'cancel':
      return { kind: 'cancel', ...noted }
    case 'message':
      return { kind: 'message', text: event.text }
    case 'milestone': {
      const { step, booked, loaded, documents } = event
      const on = inDays(0)
      const input: MilestoneInput = { kind: 'milestone', step, on, ...noted, ...(documents && { documents }) }
      if (step === 'sailed') input.sailed = { on }
      if (booked) {
        const { etdDays, etaDays, ...voyage } = booked
        input.booked = { ...voyage, etd: inDays(etdDays, now), eta: inDays(etaDays, now) }
      }
      if (loaded) {
        const { share = 1, ...container } = loaded
        const part = (qty: number) => Math.round(qty * share * 1000) / 1000
        const lines = order.items.map(({ fish_id, qty }) => ({ fishe: fish_id, qty: part(qty) }))
        input.loaded = { ...container, lines }
      }
      return input
    }
  }
}

async function addOrder(
  deps: ServiceDeps,
  tx: Db,
  { demo, products, now }: { demo: DemoOrder; products: DemoProducts; now: number },
): Promise<void> {
  const { buyer, thread = [] } = demo
  const at = now - demo.daysAgo * day
  const id = v7({ msecs: at })
  const items = demo.items.map(({ slug, qty, note = '' }) => {
    const product = products.get(slug)
    if (!product) throw new Error(`The demonstration catalogue has no ${slug}.`)
    return { ...copyOf(product), qty, note, target: null }
  })
  const { name, email, language, place: address } = buyer
  const person = { id: `demo:${email}`, name, email }
  const asked = { id, created_at: new Date(at).toISOString(), buyer: person, items, address, language }
  const created = newOrder({ ...asked, written_by: null, wishes: demo.wishes })
  await insertOrder(tx, created)
  await recordChange(tx, created, { at: created.created_at })
  let order = await lockOrder(tx, id)
  for (const event of thread) {
    if (!order) return
    const at = now - event.daysAgo * day
    const isBuyer = 'by' in event && event.by === 'buyer'
    const author: Author = isBuyer
      ? { ...person, rights: [] }
      : { id: 'demo:desk', name: 'Quayside', rights: ['orders'] }
    const input = inputOf(event, { demo, order, timeZone: deps.newShop.timeZone, at, now })
    // nobody is mailed about what is invented
    const dated = { ...deps, clock: { now: () => at }, orderMails: undefined }
    try {
      order = await addEvent(dated, tx, { order, author, event: input, id: v7({ msecs: at }) })
    } catch (cause) {
      throw new Error(`The demonstration's ${event.kind} of ${buyer.name} failed.`, { cause })
    }
  }
}

/** Adds the demonstration orders, the one that changed first at first, dated back from now, in the caller's transaction. */
export async function seedDemoOrders(deps: ServiceDeps, tx: Db, demo: { orders: DemoOrder[]; products: DemoProducts }) {
  const now = deps.clock.now()
  const lastOf = ({ thread = [], daysAgo }: DemoOrder) => thread.at(-1)?.daysAgo ?? daysAgo
  const oldest = demo.orders.toSorted((a, b) => lastOf(b) - lastOf(a))
  for (const order of oldest) await addOrder(deps, tx, { demo: order, products: demo.products, now })
}
