import * as v from 'valibot'
import { tolerantList } from '../fields.ts'
import { OrderEventBody, type OrderEventInput, OrderEvents } from '../order-events.ts'
import { orderStates } from '../order-state.ts'
import {
  OfferLink,
  OfferLinkMade,
  Order,
  OrderChanges,
  OrderCounts,
  OrderData,
  OrderInput,
  OrdersData,
} from '../orders.ts'
import { PaperData, PaperInput, Papers } from '../papers/papers.ts'
import { type Call, changesQuery, fromOne, keyword, ownPaging, paging } from './call.ts'

const anyState = orderStates.join('|')
const states = v.optional(
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^((${anyState})(,(${anyState}))*)?$`, 'u')),
    v.maxLength(200),
    v.description(`one or several, separated by commas: ${orderStates.join(' ')}`),
  ),
)

/** Requests for a quote, with their links, files and papers. */
export const ordersCalls = {
  listOrders: {
    method: 'GET',
    path: '/orders/',
    right: 'orders',
    summary: 'All orders, newest first; optionally in some states, which no removed order is in',
    query: v.object({ keyword, ...paging, state: states }),
    answer: tolerantList(Order),
  },
  myOrders: {
    method: 'GET',
    path: '/orders/myorders/',
    who: 'user',
    summary: 'One’s own orders, newest first: a page, or without paging the newest that fit into 256 KB',
    query: v.object(ownPaging),
    answer: OrdersData,
  },
  orderChanges: {
    method: 'GET',
    path: '/orders/changes/',
    who: 'user',
    keys: 'orders',
    summary:
      'Changes of one’s own orders since a cursor, for administrators of all orders; without one, all orders, newest first',
    query: changesQuery(300),
    answer: OrderChanges,
  },
  orderCounts: {
    method: 'GET',
    path: '/orders/counts/',
    right: 'orders',
    summary: 'Number of orders in each state',
    answer: OrderCounts,
  },
  getOrder: {
    method: 'GET',
    path: '/orders/:id/',
    who: 'owner',
    right: 'orders',
    summary: 'An order, for its buyer or an administrator',
    answer: Order,
  },
  createOrder: {
    method: 'POST',
    path: '/orders/add/',
    who: 'user',
    keyed: true,
    summary: 'Ask for a quote; exactly once per Idempotency-Key, which becomes the order’s id',
    body: OrderInput,
    answer: OrderData,
    status: 201,
  },
  listOrderEvents: {
    method: 'GET',
    path: '/orders/:id/events/',
    who: 'owner',
    right: 'orders',
    summary: 'Fifty events of an order, for its buyer or an administrator: the newest, or those before an event',
    query: v.object({ before: v.optional(fromOne('the number `seq` of an event')) }),
    answer: OrderEvents,
  },
  addOrderEvent: {
    method: 'POST',
    path: '/orders/:id/events/',
    who: 'owner',
    right: 'orders',
    keyed: true,
    summary: 'Offer, withdraw, close, accept, decline, cancel or write a message; exactly once per Idempotency-Key',
    // the type declares which members each kind needs, and `readEvent` checks it
    body: OrderEventBody as v.GenericSchema<OrderEventInput, OrderEventBody>,
    answer: OrderData,
    status: 201,
  },
  listOfferLinks: {
    method: 'GET',
    path: '/orders/:id/links/',
    who: 'owner',
    right: 'orders',
    summary: 'The links to the current offer of an order that work now, without their addresses',
    answer: tolerantList(OfferLink),
  },
  makeOfferLink: {
    method: 'POST',
    path: '/orders/:id/links/',
    who: 'owner',
    right: 'orders',
    summary: 'Make a public link to the current offer of an order; it expires with the offer',
    answer: OfferLinkMade,
    status: 201,
  },
  revokeOfferLink: {
    method: 'DELETE',
    path: '/orders/:id/links/:link/',
    who: 'owner',
    right: 'orders',
    summary: 'Revoke a link to an offer',
  },
  getFile: {
    method: 'GET',
    path: '/files/:id/',
    who: 'owner',
    right: 'orders',
    summary:
      'A file of an order, or with `thumb` a small WebP of a picture; in parts by Range. It is sent by tus 1.0: POST /api/files/ with Upload-Metadata `order` and `file`, then PATCH and HEAD here',
    query: v.object({ thumb: v.optional(v.pipe(v.string(), v.maxLength(10), v.description('a small picture of it'))) }),
    answer: v.pipe(
      v.custom<never>((value) => value !== undefined),
      v.metadata({ format: 'binary', description: 'the bytes, or a part of them' }),
    ),
    sends: 'bytes',
  },
  listPapers: {
    method: 'GET',
    path: '/orders/:id/papers/',
    right: 'orders',
    summary: 'The papers of an order, newest first, and what new ones would lack',
    answer: Papers,
  },
  makePaper: {
    method: 'POST',
    path: '/orders/:id/papers/',
    right: 'orders',
    keyed: true,
    summary:
      'Make a pro forma or a packing list, numbered without a gap, as a file of the thread; exactly once per Idempotency-Key, which becomes its id',
    body: PaperInput,
    answer: PaperData,
    status: 201,
  },
  deleteOrder: {
    method: 'DELETE',
    path: '/orders/delete/:id/',
    right: 'orders',
    summary:
      'Delete an order; its Idempotency-Key cannot be used again. Of an accepted one, whose reference must be given, a copy for reading stays',
    query: v.object({
      reference: v.optional(v.pipe(v.string(), v.maxLength(40), v.description('the reference of an accepted order'))),
    }),
  },
} as const satisfies Record<string, Call>
