import { v7 } from 'uuid'
import type { Locale } from '../../contract/locales.ts'
import { type LotInput, type LotWeight, sumKilograms } from '../../contract/lots.ts'
import type { OfferInput, Wishes } from '../../contract/offers.ts'
import type { MilestoneInput, OrderEventInput, Side } from '../../contract/order-events.ts'
import type { ShippingAddress } from '../../contract/orders.ts'
import type { ClaimLine, OrderDocument } from '../../contract/shipment/claims.ts'
import { dues } from '../../contract/shipment/dues.ts'
import type { LoadedLine, Paid, ShipmentStep } from '../../contract/shipment/milestones.ts'
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

export interface DemoBuyer {
  name: string
  email: string
  language: Locale
  place: ShippingAddress
}

export interface DemoOffer
  extends Pick<OfferInput, 'currency' | 'incoterm' | 'place' | 'charges' | 'payment' | 'note' | 'inParts'>,
    Pick<OfferInput, 'deposit' | 'balance'> {
  /** minor units per tonne by product */
  prices: Record<string, number>
  validDays: number
  readyDays: number
}

interface Dated {
  daysAgo: number
  note?: string
}
/** by product */
type DemoLots = Record<string, LotWeight[]>
/** Days count from now, below zero for those that have been. What is loaded are lots, or the accepted quantity or a share of it. */
interface DemoMilestone {
  kind: 'milestone'
  by?: Side
  step: ShipmentStep
  booked?: Omit<NonNullable<MilestoneInput['booked']>, 'etd' | 'eta'> & { etdDays: number; etaDays: number }
  loaded?: Omit<NonNullable<MilestoneInput['loaded']>, 'lines'> & { share?: number; lots?: DemoLots }
  /** of what is packed */
  lots?: DemoLots
  documents?: MilestoneInput['documents']
}
interface DemoClaim {
  kind: 'claim'
  by: 'buyer'
  lines: (Omit<ClaimLine, 'fishe'> & { slug: string })[]
}
/** `stored`: its file, once `storeDemoFiles` has stored one; `id` becomes the event's. */
interface DemoDocument {
  kind: 'document'
  document: OrderDocument
  stored?: Awaited<ReturnType<typeof storeFile>> & { id: string }
}
/** `parts`: tonnes by product, where not all of an offer is taken. Of `paid` all that is open is paid, and the shop confirms the buyer's report. */
export type DemoEvent =
  | (Dated & { kind: 'offer'; offer: DemoOffer })
  | (Dated & { kind: 'close' })
  | (Dated & { kind: 'accept' | 'decline' | 'cancel'; by: 'buyer'; parts?: Record<string, number> })
  | (Dated & { kind: 'counter'; by: 'buyer'; prices: Record<string, number>; openDays: number })
  | (Dated & { kind: 'message'; by: Side; text: string })
  | (Dated & DemoMilestone)
  | (Dated & DemoClaim)
  | (Dated & DemoDocument)
  | (Dated & { kind: 'milestone'; step: 'paid'; by?: Side; part: Paid['part'] })

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
function paymentOf(
  { by, part }: { by?: Side | undefined; part: Paid['part'] },
  { order, at }: Pick<Placed, 'order' | 'at'>,
  on: string,
): MilestoneInput {
  const { shipment } = toOrder(order, at)
  const offer = toThread(order).current?.offer
  if (!shipment || !offer) throw new Error('Nothing was agreed on.')
  const report = by === 'buyer' ? undefined : shipment.reported?.find((each) => each.part === part)
  const due = dues({ offer, shipment, agreedOn: on }, on).parts.find((each) => each.part === part)
  const paid = { amount: report?.amount ?? due?.open ?? 0, on, part }
  return { kind: 'milestone', step: 'paid', on, paid, ...(report && { confirms: report._id }) }
}

/** An event as its author would send it at `at`; `now` is the time from which the days of a voyage count. */
function inputOf(event: DemoEvent, { demo, order, timeZone, at, now }: Placed): OrderEventInput {
  const inDays = (days: number, from = at) => addDays(dayIn(timeZone, from), days)
  const noted = event.note === undefined ? {} : { note: event.note }
  const offer = toThread(order).current?.id ?? ''
  const linesBy = <V, L>(values: Record<string, V>, lineOf: (value: V, qty: number) => L) =>
    order.items.flatMap(({ fish_id: fishe, qty }, index) => {
      const value = values[demo.items[index]?.slug ?? '']
      return value === undefined ? [] : [{ fishe, ...lineOf(value, qty) }]
    })
  const linesOf = (lots: DemoLots) =>
    linesBy(
      lots,
      (own): Omit<LoadedLine, 'fishe'> => ({
        qty: Math.round(sumKilograms(own.map(({ net }) => net))) / 1000,
        lots: own,
      }),
    )
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
    case 'document': {
      const { document, stored } = event
      return { kind: 'document', document, files: stored ? [stored.file] : [], ...noted }
    }
    case 'claim': {
      const lines = event.lines.map(({ slug, ...line }) => {
        const index = demo.items.findIndex((item) => item.slug === slug)
        return { fishe: order.items[index]?.fish_id ?? '', ...line }
      })
      return { kind: 'claim', lines, ...noted }
    }
    case 'milestone': {
      const on = inDays(0)
      if (event.step === 'paid') return { ...paymentOf(event, { order, at }, on), ...noted }
      const { step, booked, loaded, documents, lots: packed } = event
      const input: MilestoneInput = { kind: 'milestone', step, on, ...noted, ...(documents && { documents }) }
      if (step === 'sailed') input.sailed = { on }
      if (booked) {
        const { etdDays, etaDays, ...voyage } = booked
        input.booked = { ...voyage, etd: inDays(etdDays, now), eta: inDays(etaDays, now) }
      }
      if (loaded) {
        const { share = 1, lots, ...container } = loaded
        const part = (qty: number) => Math.round(qty * share * 1000) / 1000
        const shares = order.items.map(({ fish_id, qty }) => ({ fishe: fish_id, qty: part(qty) }))
        input.loaded = { ...container, lines: lots ? linesOf(lots) : shares }
      }
      if (packed) input.packed = { lines: linesOf(packed) }
      return input
    }
  }
}

const desk: Author = { id: 'demo:desk', name: 'Quayside', rights: ['orders'] }

/** Stores a file for each document, before the transaction that adds the orders; without a store that works there are no documents. */
export async function storeDemoFiles(
  deps: ServiceDeps,
  demo: { orders: DemoOrder[]; bytes: Uint8Array },
): Promise<DemoOrder[]> {
  const now = deps.clock.now()
  const store = async (orderId: string, event: DemoEvent): Promise<DemoEvent> => {
    if (event.kind !== 'document') return event
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
    const isBuyer = 'by' in event && event.by === 'buyer'
    const author: Author = isBuyer ? { ...person, rights: [] } : desk
    const input = inputOf(event, { demo, order, timeZone: deps.newShop.timeZone, at, now })
    // nobody is mailed about what is invented
    const dated = { ...deps, clock: { now: () => at }, orderMails: undefined }
    try {
      const { stored } = event.kind === 'document' ? event : {}
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
