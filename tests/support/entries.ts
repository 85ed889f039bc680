import type { ReviewInput, StockInput } from '../../contract/fishes.ts'
import type { ContactInput } from '../../contract/inbox.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { OrderInput } from '../../contract/orders.ts'
import type { CartLine, OutboxPayload, OutboxRow, ProductNames } from '../../src/db/rows.ts'
import { type Author, newEntry } from '../../src/sync/kinds.ts'
import type { Sync } from '../../src/sync/sync.ts'

// Entries of each kind, as screens make them.

export interface OrderEntry {
  id: string
  body: OrderInput
  lines: CartLine[]
  session: Author
}
interface ReviewEntry extends ProductNames {
  id?: string
  fishe: string
  body: ReviewInput
  session: Author
}
export interface StockEntry extends ProductNames {
  id: string
  fishe: string
  body: StockInput
  session: Author
}
export interface AlertEntry extends ProductNames {
  id: string
  fishe: string
  isOn: boolean
  session: Author
}
interface EventEntry {
  id: string
  order: string
  reference: string
  body: OrderEventInput
  session: Author
}
interface ContactEntry {
  id?: string
  body: ContactInput
  session?: Author | undefined
}

const orderOf = ({ body, lines }: OrderEntry): OutboxPayload => ({ kind: 'order', body, display: { lines } })
const reviewOf = ({ id: _, session: __, fishe, body, ...display }: ReviewEntry): OutboxPayload => ({
  ...{ kind: 'review', fishe, body, display },
})
const stockOf = ({ id: _, session: __, fishe, body, ...display }: StockEntry): OutboxPayload => ({
  ...{ kind: 'stock', fishe, body, display },
})
const eventOf = ({ order, reference, body }: EventEntry): OutboxPayload => ({
  ...{ kind: 'order-event', order, body, display: { reference } },
})
const contactOf = ({ body }: ContactEntry): OutboxPayload => ({ kind: 'contact', body, display: {} })

export const orderEntry = (order: OrderEntry, now: number) => newEntry(orderOf(order), { ...order, now })
export const reviewEntry = (review: ReviewEntry & { id: string }, now: number) =>
  newEntry(reviewOf(review), { ...review, now })
export const stockEntry = (stock: StockEntry, now: number) => newEntry(stockOf(stock), { ...stock, now })
export const alertEntry = ({ fishe, isOn, ...alert }: AlertEntry, now: number) =>
  newEntry({ kind: 'stock-alert', fishe, isOn, body: {}, display: alert }, { ...alert, now })
export const eventEntry = (event: EventEntry, now: number) => newEntry(eventOf(event), { ...event, now })
export const contactEntry = (contact: ContactEntry & { id: string }, now: number) =>
  newEntry(contactOf(contact), { ...contact, now })
export const logoutEntry = ({ id, token }: { id: string; token: string }, now: number) =>
  newEntry({ kind: 'logout', token, body: {}, display: {} }, { id, now })

type Enqueue = Pick<Sync, 'enqueue'>
export const enqueueOrder = (sync: Enqueue, order: OrderEntry): Promise<OutboxRow> =>
  sync.enqueue(orderOf(order), order)
export const enqueueReview = (sync: Enqueue, review: ReviewEntry): Promise<OutboxRow> =>
  sync.enqueue(reviewOf(review), review)
export const enqueueStock = (sync: Enqueue, stock: StockEntry): Promise<OutboxRow> =>
  sync.enqueue(stockOf(stock), stock)
export const enqueueEvent = (sync: Enqueue, event: EventEntry): Promise<OutboxRow> =>
  sync.enqueue(eventOf(event), event)
export const enqueueContact = (sync: Enqueue, contact: ContactEntry): Promise<OutboxRow> =>
  sync.enqueue(contactOf(contact), contact)
