import { toLocale } from '../../contract/locales.ts'
import { orderStates } from '../../contract/order-state.ts'
import type { Order, OrderChanges, OrderCounts, OrderItem } from '../../contract/orders.ts'
import { lineFields } from '../../contract/product-fields.ts'
import { orderReference } from '../../contract/reference.ts'
import { isRecord, type JsonRecord, readText } from '../lib/record.ts'
import { readEvent, readWishes } from './read-event.ts'
import { readParties } from './read-seller.ts'
import { readShipment } from './read-shipment.ts'
import {
  readCount,
  readData,
  readId,
  readList,
  readNumber,
  readProductFields,
  readRows,
  readTexts,
  readTime,
} from './read-value.ts'

/** An order of any server of the specification; undefined without an id. Tolerates the order of a deleted user. */
export function readOrder(body: unknown): Order | undefined {
  const value = readData(body)
  if (!isRecord(value) || readId(value) === '') return undefined
  const user = isRecord(value.user) ? value.user : {}
  const language = toLocale(readText(value.language))
  const currentOffer = readEvent(value.currentOffer)
  const decision = readEvent(value.decision)
  const shipment = readShipment(value.shipment)
  const parties = readParties(value.parties)
  const address = isRecord(value.shippingAddress) ? value.shippingAddress : {}
  return {
    _id: readId(value),
    reference: readText(value.reference) || orderReference(readId(value)),
    created_at: readTime(value.created_at ?? value.createdAt),
    user: { _id: readId(user), name: readText(user.name), email: readText(user.email) || readText(value.userEmail) },
    shippingAddress: {
      phone: readText(address.phone),
      address: readText(address.address),
      city: readText(address.city),
      postalCode: readText(address.postalCode),
      country: readText(address.country),
    },
    orderItems: readRows(readList(value.orderItems, ['orderItems']), readItem) ?? [],
    wishes: readWishes(value.wishes),
    ...(parties && { parties }),
    ...(language && { language }),
    state: orderStates.find((state) => state === value.state) ?? 'requested',
    version: readCount(value.version),
    ...(readTime(value.sealed) && { sealed: readTime(value.sealed) }),
    events: readRows(readList(value.events), readEvent) ?? [],
    ...(value.earlier === true && { earlier: true }),
    ...(currentOffer && { currentOffer }),
    ...(decision && { decision }),
    ...(readTime(value.since) && { since: readTime(value.since) }),
    ...(shipment && { shipment }),
  }
}

/** Some servers name these fields as the cart does, others have names of their own. */
function readItem(value: unknown): OrderItem | undefined {
  if (!isRecord(value)) return undefined
  return {
    fishe: readFisheOf(value),
    name: readText(value.name) || readText(value.trade_name),
    name_fr: readText(value.name_fr) || readText(value.trade_name_fr),
    name_es: readText(value.name_es) || readText(value.trade_name_es),
    image: readText(value.image),
    qty: readNumber(value.qty),
    ...readTexts(value, ['note']),
    ...readProductFields(value, lineFields),
  }
}

function readFisheOf(value: JsonRecord): string {
  const product = value.fishe ?? value.fish ?? value.product
  return isRecord(product) ? readId(product) : readText(product)
}

export function readOrders(body: unknown): Order[] | undefined {
  return readRows(readList(body, ['orders']), readOrder)
}

/** A page of the orders' feed; undefined for any other shape, which must not pass for an empty page. */
export function readOrderChanges(body: unknown): OrderChanges | undefined {
  if (!isRecord(body) || typeof body.next !== 'string') return undefined
  const changed = readRows(readList(body.changed), readOrder)
  const deleted = readList(body.deleted)?.map(readText)
  if (!changed || !deleted) return undefined
  return { changed, deleted, next: body.next, more: body.more === true, ...(body.reset === true && { reset: true }) }
}

export function readOrderCounts(body: unknown): OrderCounts | undefined {
  const value = readData(body)
  if (!isRecord(value) || typeof value.requested !== 'number') return undefined
  return {
    requested: readCount(value.requested),
    offered: readCount(value.offered),
    accepted: readCount(value.accepted),
    declined: readCount(value.declined),
    expired: readCount(value.expired),
    closed: readCount(value.closed),
    cancelled: readCount(value.cancelled),
  }
}
