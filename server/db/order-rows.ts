import type { FileType } from '../../contract/files.ts'
import type { LineFields } from '../../contract/product-fields.ts'
import type { NullableTexts, Numbers, Texts } from './outgoing-rows.ts'

/* The rows of orders, and of what belongs to one. */

type Side = 'buyer' | 'shop'

/** How many messages, and for the shop offers, each side has written, and their bytes. */
export interface SaidColumns extends Numbers<`${Side}_${'said' | 'bytes'}`> {}

export interface OrderRow
  extends SaidColumns,
    Texts<'id' | 'reference' | 'created_at' | 'buyer_id' | 'buyer_name' | 'buyer_email' | 'search' | 'language'>,
    Texts<'phone' | 'address' | 'city' | 'postal_code' | 'country'> {
  /** JSON, as `parties` */
  wishes: string
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

/** The last change of an order in the feed; its row outlives the order. */
export interface OrderChangeRow
  extends Texts<'order_id' | 'buyer_id' | 'changed_at'>,
    Numbers<'feed_seq' | 'is_deleted'> {}

/** The product's facts are empty texts and 0 where it had none. */
export interface OrderItemRow
  extends LineFields,
    Texts<'order_id' | 'fish_id' | 'name' | 'name_fr' | 'name_es' | 'image' | 'note'>,
    Numbers<'position' | 'qty'> {}

/** `seq` counts from 1 without a gap, `body` is the JSON of the members of its kind, `feed_seq` the version of the orders' feed that it made. */
export interface OrderEventRow
  extends Texts<'id' | 'order_id' | 'kind' | 'at' | 'author_id' | 'author_name' | 'body'>,
    Numbers<'seq' | 'feed_seq'> {
  side: Side
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
export interface OrderFileRow
  extends Texts<'id' | 'order_id' | 'event_id' | 'author_id' | 'name' | 'sha256' | 'announced_at'>,
    NullableTexts<'started_at' | 'here_at'>,
    Numbers<'bytes'> {
  side: Side
  type: FileType
  state: 'announced' | 'here' | 'refused'
  /** why it was refused, else empty */
  reason: string
}

/** A link to the current offer of an order, until the end of that offer. `side` has made it. */
export interface OfferLinkRow
  extends Texts<'id' | 'order_id' | 'token_hash' | 'created_at' | 'until'>,
    NullableTexts<'seen_at'>,
    Numbers<'seen'> {
  side: Side
}

/** `replaces`: the number of the paper that it replaces. */
export interface PaperRow
  extends Texts<'id' | 'order_id' | 'kind' | 'number' | 'file_id' | 'at' | 'author_id'>,
    NullableTexts<'replaces'> {}
