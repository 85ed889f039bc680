import * as v from 'valibot'
import * as customers from '../customers.ts'
import { tolerantList } from '../fields.ts'
import { OrderEventBody, type OrderEventInput, OrderEvents, orderStates } from '../order-events.ts'
import * as shapes from '../orders.ts'
import { PaperData, PaperInput, Papers } from '../papers/papers.ts'
import { asked, callsOf, changesQuery, fromOne, keyword, ownPaging, paging, signedIn } from './call.ts'

const anyState = orderStates.join('|')
const states = v.optional(
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^((${anyState})(,(${anyState}))*)?$`, 'u')),
    v.maxLength(200),
    v.description(`one or several, separated by commas: ${orderStates.join(' ')}`),
  ),
)

const orders = /* @__PURE__ */ callsOf({ right: 'orders' })
// @__NO_SIDE_EFFECTS__
const bytes = (description: string) =>
  v.pipe(
    v.custom<never>((value) => value !== undefined),
    v.metadata({ format: 'binary', description }),
  )
const owner = /* @__PURE__ */ callsOf({ who: 'owner', right: 'orders' })

export const ordersCalls = {
  listOrders: orders.get(
    '/orders/',
    'All orders, newest first; optionally in some states, which no removed order is in',
    { query: v.object({ keyword, ...paging, state: states }), answer: tolerantList(shapes.Order) },
  ),
  myOrders: signedIn.get(
    '/orders/myorders/',
    'One’s own orders, newest first: a page, or without paging the newest that fit into 256 KB',
    { query: v.object(ownPaging), answer: shapes.OrdersData },
  ),
  orderChanges: signedIn.get(
    '/orders/changes/',
    'Changes of one’s own orders since a cursor, for administrators of all orders; without one, all orders, newest first',
    { keys: 'orders', query: changesQuery(300), answer: shapes.OrderChanges },
  ),
  orderCounts: orders.get('/orders/counts/', 'Number of orders in each state', { answer: shapes.OrderCounts }),
  listCustomers: orders.get(
    '/customers/',
    'Who has asked for quotes, companies and persons, the one with the newest request first',
    { query: v.object({ keyword, ...paging }), answer: tolerantList(customers.Customer) },
  ),
  getCustomer: orders.get(
    '/customers/:id/',
    'A customer with people, addresses, requests, totals of accepted offers and last prices',
    { answer: customers.CustomerDetail },
  ),
  getOrder: owner.get('/orders/:id/', 'An order, for its buyer or an administrator', { answer: shapes.Order }),
  createOrder: signedIn.create(
    '/orders/add/',
    'Ask for a quote; exactly once per Idempotency-Key, which becomes the order’s id',
    { keyed: true, body: shapes.OrderInput, answer: shapes.OrderData },
  ),
  listOrderEvents: owner.get(
    '/orders/:id/events/',
    'Fifty events of an order, for its buyer or an administrator: the newest, or those before an event',
    { query: v.object({ before: v.optional(fromOne('the number `seq` of an event')) }), answer: OrderEvents },
  ),
  addOrderEvent: owner.create(
    '/orders/:id/events/',
    'Offer, withdraw, close, accept, decline, cancel, report a step or a payment, claim, settle, add a document or write a message; exactly once per Idempotency-Key',
    {
      keyed: true,
      // the type declares which members each kind needs, and `readEvent` checks it
      body: OrderEventBody as v.GenericSchema<OrderEventInput, OrderEventBody>,
      answer: shapes.OrderData,
    },
  ),
  listSnoozes: orders.get('/orders/snoozes/', 'The requests that staff look at again on a later day', {
    answer: tolerantList(shapes.Snooze),
  }),
  snoozeOrder: orders.put(
    '/orders/:id/snooze/',
    'Lay a request aside until a day, for all staff, or look at it again; a new event ends it',
    { body: shapes.SnoozeInput },
  ),
  listOfferLinks: owner.get(
    '/orders/:id/links/',
    'The links to the current offer of an order that work now, without their addresses',
    { answer: tolerantList(shapes.OfferLink) },
  ),
  makeOfferLink: owner.create(
    '/orders/:id/links/',
    'Make a public link to the current offer of an order; it expires with the offer',
    { body: shapes.OfferLinkInput, answer: shapes.OfferLinkMade },
  ),
  revokeOfferLink: owner.delete('/orders/:id/links/:link/', 'Revoke a link to an offer'),
  getFile: owner.get(
    '/files/:id/',
    'A file of an order, or with `thumb` a small WebP of a picture; in parts by Range. It is sent by tus 1.0: POST /api/files/ with Upload-Metadata `order` and `file`, then PATCH and HEAD here',
    {
      query: v.object({ thumb: asked(10, 'a small picture of it') }),
      answer: bytes('the bytes, or a part of them'),
      sends: 'bytes',
    },
  ),
  listPapers: orders.get('/orders/:id/papers/', 'The papers of an order, newest first, and what new ones would lack', {
    answer: Papers,
  }),
  previewPaper: orders.post(
    '/orders/:id/papers/preview/',
    'The PDF that a paper would be now, marked as a draft: without a number, and nothing is stored',
    { body: PaperInput, answer: bytes('the PDF'), sends: 'bytes', mediaType: 'application/pdf' },
  ),
  getDossier: owner.get(
    '/orders/:id/dossier/',
    'A ZIP with the papers, certificates and files of an accepted order, its lots, catch data and EPCIS events, and what is missing',
    { answer: bytes('the ZIP'), sends: 'bytes', mediaType: 'application/zip' },
  ),
  makePaper: orders.create(
    '/orders/:id/papers/',
    'Make a pro forma, a packing list, an invoice, a credit note or a certificate data sheet, numbered without a gap, as a file of the thread; exactly once per Idempotency-Key, which becomes its id',
    { keyed: true, body: PaperInput, answer: PaperData },
  ),
  deleteOrder: orders.delete(
    '/orders/delete/:id/',
    'Delete an order; its Idempotency-Key cannot be used again. Of an accepted one, whose reference must be given, a copy for reading stays',
    { query: v.object({ reference: asked(40, 'the reference of an accepted order') }) },
  ),
}
