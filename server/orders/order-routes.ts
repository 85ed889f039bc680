import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { OfferLink, OfferLinkMade } from '../../contract/offer-links.ts'
import { OrderEventBody, OrderEvents } from '../../contract/order-events.ts'
import { orderStates } from '../../contract/order-state.ts'
import { Order, OrderChanges, OrderCounts, OrderData, OrderInput, OrdersData } from '../../contract/orders.ts'
import { answerList, fromOne, keywordQuery, listHeaders, ownOrdersQuery, pagingQuery } from '../platform/http/paging.ts'
import type { Route } from '../platform/http/route.ts'
import { done } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { deleteOrder } from './delete-order.ts'
import { listOfferLinks, makeOfferLink, revokeOfferLink } from './offer-links.ts'
import { listOrderChanges } from './order-changes.ts'
import { addOrderEvent, listOrderEvents } from './order-events.ts'
import * as orders from './orders.ts'

const anyState = orderStates.join('|')
const stateQuery = {
  state: v.optional(
    v.pipe(
      v.string(),
      v.regex(new RegExp(`^((${anyState})(,(${anyState}))*)?$`, 'u')),
      v.maxLength(200),
      v.description(`one or several, separated by commas: ${orderStates.join(' ')}`),
    ),
  ),
}
const ChangesQuery = v.object({
  since: v.optional(v.pipe(v.string(), v.maxLength(300), v.description('the cursor `next` of the previous answer'))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.changesPerCall))),
})

/** Requests for a quote. */
export function orderRoutes(route: Route, deps: ServiceDeps): void {
  route('listOrders', {
    summary: 'All orders, newest first; optionally in some states, which no removed order is in',
    query: v.object({ ...keywordQuery, ...pagingQuery, ...stateQuery }),
    answer: v.array(Order),
    handle: async ({ query }) => {
      const states = orderStates.filter((state) => query.state?.split(',').includes(state))
      return answerList('/api/orders/', query, await orders.listOrders(deps, { ...query, states }))
    },
  })
  route('myOrders', {
    summary: 'One’s own orders, newest first: a page, or without paging the newest that fit into 256 KB',
    query: v.object(ownOrdersQuery),
    answer: OrdersData,
    handle: async ({ query, user }) => {
      const listed = await orders.listOrdersOf(deps, user.id, query)
      return done({ data: listed.rows }, { headers: listHeaders('/api/orders/myorders/', query, listed) })
    },
  })
  route('getOrder', {
    summary: 'An order, for its buyer or an administrator',
    answer: Order,
    handle: ({ param, user }) => orders.findOrder(deps, param, user),
  })
  route('createOrder', {
    summary: 'Ask for a quote; exactly once per Idempotency-Key, which becomes the order’s id',
    body: OrderInput,
    answer: OrderData,
    status: 201,
    handle: ({ user, address, key, body, language, encode }) =>
      orders.createOrder(deps, { caller: user, address, key, input: body, language, encode }),
  })
  route('orderChanges', {
    summary:
      'Changes of one’s own orders since a cursor, for administrators of all orders; without one, all orders, newest first',
    query: ChangesQuery,
    answer: OrderChanges,
    handle: async ({ query: { since, limit = limits.changesPerCall }, user }) =>
      done(await listOrderChanges(deps, user, { since, limit })),
  })
  route('orderCounts', {
    summary: 'Number of orders in each state',
    answer: OrderCounts,
    handle: async () => done(await orders.countOrders(deps)),
  })
  route('listOrderEvents', {
    summary: 'Fifty events of an order, for its buyer or an administrator: the newest, or those before an event',
    query: v.object({ before: v.optional(fromOne('the number `seq` of an event')) }),
    answer: OrderEvents,
    handle: ({ param, user, query }) => listOrderEvents(deps, { orderId: param, reader: user, before: query.before }),
  })
  route('addOrderEvent', {
    summary: 'Offer, withdraw, close, accept, decline, cancel or write a message; exactly once per Idempotency-Key',
    body: OrderEventBody,
    answer: OrderData,
    status: 201,
    handle: ({ param, user, address, key, body, encode }) =>
      addOrderEvent(deps, { orderId: param, author: user, address, key, body, encode }),
  })
  route('listOfferLinks', {
    summary: 'The links to the current offer of an order that work now, without their addresses',
    answer: v.array(OfferLink),
    handle: ({ param, user }) => listOfferLinks(deps, { orderId: param, person: user }),
  })
  route('makeOfferLink', {
    summary:
      'Make a link to the current offer of an order, which anybody who has it may read; it ends with the offer’s validity',
    answer: OfferLinkMade,
    status: 201,
    handle: ({ param, user }) => makeOfferLink(deps, { orderId: param, person: user }),
  })
  route('revokeOfferLink', {
    summary: 'Revoke a link to an offer',
    handle: ({ param, secondParam, user }) => revokeOfferLink(deps, { orderId: param, id: secondParam, person: user }),
  })
  route('deleteOrder', {
    summary:
      'Delete an order; its Idempotency-Key cannot be used again. Of an accepted one, whose reference must be given, a copy for reading stays',
    query: v.object({
      reference: v.optional(v.pipe(v.string(), v.maxLength(40), v.description('the reference of an accepted order'))),
    }),
    handle: ({ param, user, query }) => deleteOrder(deps, { id: param, actor: user, reference: query.reference }),
  })
}
