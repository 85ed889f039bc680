import { v7 } from 'uuid'
import type { Locale } from '../../contract/locales.ts'
import { type LotInput, type LotWeight, sumKilograms } from '../../contract/lots.ts'
import type { OfferInput, Wishes } from '../../contract/offers.ts'
import type { OrderEventBody, OrderEventInput, Side } from '../../contract/order-events.ts'
import type { ShippingAddress } from '../../contract/orders.ts'
import type { ClaimLine } from '../../contract/shipment/claims.ts'
import { dues } from '../../contract/shipment/dues.ts'
import type { Booked, Loaded, LoadedLine, Paid } from '../../contract/shipment/milestones.ts'
import { addDays, dayIn } from '../../contract/texts/shop-day.ts'
import { addLot } from '../catalogue/lots.ts'
import { type Db, day } from '../db/database.ts'
import type { FishRow } from '../db/row-types.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { PictureStoreError } from '../storage/open-bytes.ts'
import { storeFile } from '../storage/uploads.ts'
import { addEvent } from './order-event-service.ts'
import { insertOrder, lockOrder, recordChange, type StoredOrder } from './order-queries.ts'
import { newOrder } from './order-service.ts'
import { type Author, copyOf, toOrder, toThread } from './order-view.ts'
import { readEvent } from './read-event.ts'

export interface DemoBuyer {
  name: string
  email: string
  language: Locale
  place: ShippingAddress
}

interface DemoOffer
  extends Pick<OfferInput, 'currency' | 'incoterm' | 'place' | 'charges' | 'payment' | 'note' | 'inParts'>,
    Pick<OfferInput, 'deposit' | 'balance'> {
  /** minor units per tonne by product */
  prices: Record<string, number>
  validDays: number
  readyDays: number
}

/** by product */
type DemoLots = Record<string, LotWeight[]>
/** An event of one of the kinds, with members of that kind. Days count from now, below zero for those that have been. */
interface DemoEvent extends Pick<OrderEventBody, 'kind' | 'note' | 'text' | 'step' | 'documents' | 'document'> {
  daysAgo: number
  by?: Side
  offer?: DemoOffer
  /** tonnes by product, where not all of an offer is taken */
  parts?: Record<string, number>
  /** of a counter, by product */
  prices?: Record<string, number>
  openDays?: number
  booked?: Omit<Booked, 'etd' | 'eta'> & { etdDays: number; etaDays: number }
  /** lots, or the accepted quantity or a share of it */
  loaded?: Omit<Loaded, 'lines'> & { share?: number; lots?: DemoLots }
  /** of what is packed */
  lots?: DemoLots
  /** of `paid`: all that is open of it is paid, and the shop confirms the buyer's report */
  part?: Paid['part']
  /** of a claim */
  lines?: (Omit<ClaimLine, 'fishe'> & { slug: string })[]
  /** the file of a document, once `storeDemoFiles` has stored one; `id` becomes the event's */
  stored?: Awaited<ReturnType<typeof storeFile>> & { id: string }
}

export interface DemoOrder {
  /** where it has files, which are stored before it */
  id?: string
  buyer: DemoBuyer
  daysAgo: number
  items: { slug: string; qty: number; note?: string }[]
  wishes?: Wishes
  thread?: DemoEvent[]
}

type DemoProducts = Map<string, FishRow>

const lotDays = ['caughtFrom', 'caughtTo', 'producedOn', 'bestBefore'] as const
/** A lot of the book; days count back from now, below zero for those to come. */
export interface DemoLot extends Omit<LotInput, 'fishe' | (typeof lotDays)[number]> {
  slug: string
  daysAgo: Record<(typeof lotDays)[number], number>
}

interface Placed {
  demo: DemoOrder
  order: StoredOrder
  timeZone: string
  at: number
  now: number
}

/** A payment of all that is open of a part, on a day; the shop's confirms the buyer's report. */
function paymentOf({ by, part = 'balance' }: DemoEvent, { order, at }: Placed, on: string) {
  const { shipment } = toOrder(order, at)
  const offer = toThread(order).current?.offer
  if (!shipment || !offer) throw new Error('Nothing was agreed on.')
  const report = by === 'buyer' ? undefined : shipment.reported?.find((each) => each.part === part)
  const due = dues({ offer, shipment, agreedOn: on }, on).parts.find((each) => each.part === part)
  return { paid: { amount: report?.amount ?? due?.open ?? 0, on, part }, confirms: report?._id }
}

/** An event as its author would send it at `at`; `now` is the time from which the days of a voyage count. */
function inputOf(event: DemoEvent, placed: Placed): OrderEventInput {
  const { demo, order, timeZone, at, now } = placed
  const { kind, note, text, step, documents, document, stored, booked, loaded } = event
  const inDays = (days: number, from = at) => addDays(dayIn(timeZone, from), days)
  const on = inDays(0)
  const items = order.items.map(({ fish_id: fishe, qty }, at) => ({ fishe, qty, slug: demo.items[at]?.slug ?? '' }))
  const linesBy = <V, L>(values: Record<string, V>, lineOf: (value: V, qty: number) => L) =>
    items.flatMap(({ slug, fishe, qty }) => {
      const value = values[slug]
      return value === undefined ? [] : [{ fishe, ...lineOf(value, qty) }]
    })
  const linesOf = (lots: DemoLots): LoadedLine[] =>
    linesBy(lots, (own) => ({ qty: Math.round(sumKilograms(own.map(({ net }) => net))) / 1000, lots: own }))
  const body: OrderEventBody = {
    ...{ kind, note, text, step, on, documents, document, after: order.version, sailed: { on } },
    ...{ offer: toThread(order).current?.id, files: stored && [stored.file] },
    ...(step === 'paid' && paymentOf(event, placed, on)),
  }
  if (event.offer) {
    const { prices, validDays, readyDays, ...terms } = event.offer
    const lines = items.map(({ slug, fishe, qty }) => ({ fishe, qty, price: prices[slug] ?? null }))
    body.offer = { ...terms, validUntil: inDays(validDays), readyFrom: inDays(readyDays), lines }
  }
  if (event.parts) body.lines = linesBy(event.parts, (qty) => ({ qty }))
  if (event.prices) body.lines = linesBy(event.prices, (price, qty) => ({ qty, price }))
  if (event.openDays) body.until = inDays(event.openDays, now)
  const fisheOf = (slug: string) => items.find((item) => item.slug === slug)?.fishe ?? ''
  if (event.lines) body.lines = event.lines.map(({ slug, ...line }) => ({ fishe: fisheOf(slug), ...line }))
  if (event.lots) body.packed = { lines: linesOf(event.lots) }
  if (booked) {
    const { etdDays, etaDays, ...voyage } = booked
    body.booked = { ...voyage, etd: inDays(etdDays, now), eta: inDays(etaDays, now) }
  }
  if (loaded) {
    const { share = 1, lots, ...container } = loaded
    const shares = items.map(({ fishe, qty }) => ({ fishe, qty: Math.round(qty * share * 1000) / 1000 }))
    body.loaded = { ...container, lines: lots ? linesOf(lots) : shares }
  }
  return readEvent(body)
}

const desk: Author = { id: 'demo:desk', name: 'Quayside', rights: ['orders'] }

/** Stores a file for each document, before the transaction that adds the orders; without a store that works there are no documents. */
export async function storeDemoFiles(
  deps: ServiceDeps,
  demo: { orders: DemoOrder[]; bytes: Uint8Array },
): Promise<DemoOrder[]> {
  const now = deps.clock.now()
  const store = async (orderId: string, event: DemoEvent): Promise<DemoEvent> => {
    if (!event.document) return event
    const at = now - event.daysAgo * day
    const id = v7({ msecs: at })
    const { kind, number = '' } = event.document
    const file = { name: `${kind} ${number}.pdf`, type: 'application/pdf' as const, bytes: demo.bytes }
    const dated = { ...deps, clock: { now: () => at } }
    return { ...event, stored: { id, ...(await storeFile(dated, { orderId, event: id, author: desk, ...file })) } }
  }
  return Promise.all(
    demo.orders.map(async (order) => {
      const { daysAgo, thread = [] } = order
      if (thread.every(({ kind }) => kind !== 'document')) return order
      const id = v7({ msecs: now - daysAgo * day })
      try {
        return { ...order, id, thread: await Promise.all(thread.map((event) => store(id, event))) }
      } catch (error) {
        if (!(error instanceof PictureStoreError)) throw error
        return { ...order, thread: thread.filter(({ kind }) => kind !== 'document') }
      }
    }),
  )
}

async function addOrder(
  deps: ServiceDeps,
  tx: Db,
  { demo, products, now }: { demo: DemoOrder; products: DemoProducts; now: number },
): Promise<void> {
  const { buyer, thread = [] } = demo
  const at = now - demo.daysAgo * day
  const id = demo.id ?? v7({ msecs: at })
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
    const author: Author = event.by === 'buyer' ? { ...person, rights: [] } : desk
    const input = inputOf(event, { demo, order, timeZone: deps.newShop.timeZone, at, now })
    // nobody is mailed about what is invented
    const dated = { ...deps, clock: { now: () => at }, orderMails: undefined }
    try {
      const { stored } = event
      await stored?.record(tx)
      const made = stored && ({ isMade: true } as const)
      order = await addEvent(dated, tx, { order, author, event: input, id: stored?.id ?? v7({ msecs: at }), ...made })
    } catch (cause) {
      throw new Error(`The demonstration's ${event.kind} of ${buyer.name} failed.`, { cause })
    }
  }
}

/** Adds the demonstration's lots and orders, the one that changed first at first, dated back from now, in the caller's transaction. */
export async function seedDemoOrders(
  deps: ServiceDeps,
  tx: Db,
  demo: { orders: DemoOrder[]; lots: DemoLot[]; products: DemoProducts },
) {
  const now = deps.clock.now()
  const today = dayIn(deps.newShop.timeZone, now)
  for (const { slug, daysAgo, ...lot } of demo.lots) {
    const fish = demo.products.get(slug)
    const dayOf = (name: (typeof lotDays)[number]) => addDays(today, -daysAgo[name])
    const days = { caughtFrom: dayOf('caughtFrom'), caughtTo: dayOf('caughtTo'), producedOn: dayOf('producedOn') }
    if (fish) await addLot(deps, tx, { ...lot, ...days, bestBefore: dayOf('bestBefore'), fishe: fish.id }, fish)
  }
  const lastOf = ({ thread = [], daysAgo }: DemoOrder) => thread.at(-1)?.daysAgo ?? daysAgo
  const oldest = demo.orders.toSorted((a, b) => lastOf(b) - lastOf(a))
  for (const order of oldest) await addOrder(deps, tx, { demo: order, products: demo.products, now })
}
