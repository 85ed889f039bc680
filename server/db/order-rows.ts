import type { FileType } from '../../contract/files.ts'
import type { LineFields } from '../../contract/product-fields.ts'

/* The rows of orders, and of what belongs to one (schema.ts). */

/** How many messages, and for the shop offers, each side has written, and their bytes. */
export interface SaidColumns {
  buyer_said: number
  buyer_bytes: number
  shop_said: number
  shop_bytes: number
}

export interface OrderRow extends SaidColumns {
  id: string
  reference: string
  created_at: string
  buyer_id: string
  buyer_name: string
  buyer_email: string
  phone: string
  address: string
  city: string
  postal_code: string
  country: string
  search: string
  /** the buyer's language */
  language: string
  /** JSON */
  wishes: string
  /** JSON */
  parties: string
  /** derived from the events; an expired offer is still `offered` here, and a sealed order is `sealed` */
  state: string
  /** end of the current offer */
  expires_at: string | null
  /** number of the last event */
  version: number
  /** when it was removed by the shop, with a copy for reading left */
  sealed_at: string | null
}

/** The last change of an order for the feed; its row outlives the order. */
export interface OrderChangeRow {
  order_id: string
  buyer_id: string
  changed_at: string
  /** version of the orders' feed */
  feed_seq: number
  is_deleted: number
}

/** The product's facts are empty texts and 0 where it had none. */
export interface OrderItemRow extends LineFields {
  order_id: string
  position: number
  fish_id: string
  name: string
  name_fr: string
  name_es: string
  image: string
  qty: number
  /** empty: none */
  note: string
}

export interface OrderEventRow {
  id: string
  order_id: string
  /** from 1 without a gap */
  seq: number
  kind: string
  at: string
  side: 'buyer' | 'shop'
  author_id: string
  author_name: string
  /** JSON of the members of its kind */
  body: string
  /** the version of the orders' feed that it made */
  feed_seq: number
  /** where the thread stands after it: the state, the number of the current offer's event, and of offers so far */
  state: string
  offer_seq: number | null
  offers: number
  /** time and number of the last event up to this one that decided the state */
  state_at: string | null
  state_seq: number | null
  /** number of the last milestone or correction up to this one */
  shipment_seq: number | null
  /** of a milestone or correction: JSON of the shipment after it */
  shipment: string | null
}

/** A file that an event has announced. Its bytes are stored by the ids of order and file. */
export interface OrderFileRow {
  id: string
  order_id: string
  event_id: string
  author_id: string
  side: 'buyer' | 'shop'
  name: string
  type: FileType
  bytes: number
  sha256: string
  state: 'announced' | 'here' | 'refused'
  /** why it was refused, else empty */
  reason: string
  announced_at: string
  /** when its upload began */
  started_at: string | null
  here_at: string | null
}

/** A link to the current offer of an order. */
export interface OfferLinkRow {
  id: string
  order_id: string
  token_hash: string
  /** who made it */
  side: 'buyer' | 'shop'
  created_at: string
  /** the end of the offer */
  until: string
  seen: number
  seen_at: string | null
}

export interface PaperRow {
  id: string
  order_id: string
  kind: string
  number: string
  file_id: string
  at: string
  author_id: string
  /** the number of the paper that it replaces */
  replaces: string | null
}
