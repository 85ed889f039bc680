import { v7 } from 'uuid'
import type { Side } from '../../contract/event-kinds.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Offer, OfferInput, Wishes } from '../../contract/offers.ts'
import { findCurrentOffer, orderState } from '../../contract/order-state.ts'
import type { ShippingAddress } from '../../contract/orders.ts'
import { orderReference } from '../../contract/reference.ts'
import type { Handle } from '../db/handle.ts'
import { insertEvent } from '../db/order-events.ts'
import { raiseFeed } from '../db/order-feed.ts'
import { insertOrder, type NewOrder } from '../db/orders.ts'
import type { FishRow, OrderEventRow } from '../db/schema.ts'
import { toOffer } from './order-events.ts'
import { toEvent } from './order-view.ts'
import type { Shop } from './shop.ts'
import { addDays, dayIn } from './shop-day.ts'

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
type DemoEvent =
  | (Dated & { kind: 'offer'; offer: DemoOffer })
  | (Dated & { kind: 'close' })
  | (Dated & { kind: 'accept' | 'decline' | 'cancel'; by: 'buyer' })
  | (Dated & { kind: 'message'; by: Side; text: string })

export interface DemoOrder {
  buyer: DemoBuyer
  daysAgo: number
  items: { slug: string; qty: number; note?: string }[]
  wishes?: Wishes
  thread?: DemoEvent[]
}

/** Products by slug, with the fields that an order copies. */
type DemoProducts = Map<string, Pick<FishRow, 'id' | 'trade_name' | 'trade_name_fr' | 'trade_name_es' | 'image'>>

const day = 24 * 60 * 60 * 1000

function itemsOf(order: DemoOrder, products: DemoProducts): NewOrder['items'] {
  return order.items.map(({ slug, qty, note = '' }) => {
    const product = products.get(slug)
    if (!product) throw new Error(`The demonstration catalogue has no ${slug}.`)
    const names = { name: product.trade_name, name_fr: product.trade_name_fr, name_es: product.trade_name_es }
    return { fish_id: product.id, ...names, image: product.image, qty, note }
  })
}

function offerOf(
  shop: Shop,
  { prices, validDays, readyDays, ...terms }: DemoOffer,
  given: { order: DemoOrder; items: NewOrder['items']; at: number },
): Offer {
  const today = dayIn(shop.newShop.timeZone, given.at)
  const lines = given.items.map(({ fish_id, qty }, at) => {
    const { slug = '' } = given.order.items[at] ?? {}
    return { fishe: fish_id, qty, price: prices[slug] ?? null }
  })
  const days = { validUntil: addDays(today, validDays), readyFrom: addDays(today, readyDays) }
  return toOffer(shop.newShop.timeZone, { ...terms, ...days, lines })
}

function threadOf(shop: Shop, demo: DemoOrder, { order, now }: { order: NewOrder; now: number }): OrderEventRow[] {
  let current = ''
  return (demo.thread ?? []).map((event, index) => {
    const at = now - event.daysAgo * day
    const id = v7({ msecs: at })
    const { note } = event
    const members = (() => {
      if (event.kind === 'offer') return { offer: offerOf(shop, event.offer, { order: demo, items: order.items, at }) }
      if (event.kind === 'message') return { text: event.text }
      if (event.kind === 'accept' || event.kind === 'decline') return { offer: current, note }
      return { note }
    })()
    if (event.kind === 'offer') current = id
    const side: Side = 'by' in event ? event.by : 'shop'
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

async function addOrder(shop: Shop, tx: Handle, demo: DemoOrder, given: { products: DemoProducts; now: number }) {
  const { buyer } = demo
  const at = given.now - demo.daysAgo * day
  const id = v7({ msecs: at })
  const { postalCode, ...place } = buyer.place
  const order: NewOrder = {
    id,
    reference: orderReference(id),
    created_at: new Date(at).toISOString(),
    buyer_id: `demo:${buyer.email}`,
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    ...place,
    postal_code: postalCode,
    language: buyer.language,
    wishes: JSON.stringify(demo.wishes ?? {}),
    items: itemsOf(demo, given.products),
    ...{ state: 'requested', expires_at: null, version: 0, changed_at: '' },
    feed_seq: await raiseFeed(tx),
  }
  const rows = threadOf(shop, demo, { order, now: given.now })
  const events = rows.map(toEvent)
  order.state = orderState(events, Number.NEGATIVE_INFINITY)
  order.expires_at = order.state === 'offered' ? (findCurrentOffer(events)?.offer.expiresAt ?? null) : null
  order.version = rows.length
  order.changed_at = rows.at(-1)?.at ?? order.created_at
  await insertOrder(tx, order)
  for (const row of rows) await insertEvent(tx, row)
}

/** Adds the demonstration orders, oldest first, dated back from now, in the caller's transaction. */
export async function seedDemoOrders(shop: Shop, tx: Handle, demo: { orders: DemoOrder[]; products: DemoProducts }) {
  const now = shop.clock.now()
  const oldest = demo.orders.toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const order of oldest) await addOrder(shop, tx, order, { products: demo.products, now })
}
