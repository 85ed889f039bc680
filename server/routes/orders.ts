import { Type } from 'typebox'
import { limits } from '../../contract/limits.ts'
import { OrderEventBody } from '../../contract/order-events.ts'
import { orderStates } from '../../contract/order-state.ts'
import { Order, OrderChanges, OrderCounts, OrderData, OrderInput, OrdersData } from '../../contract/orders.ts'
import { answerList, keywordQuery, listHeaders, ownOrdersQuery, pagingQuery } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import { listOrderChanges } from '../services/order-changes.ts'
import { addOrderEvent } from '../services/order-events.ts'
import * as orders from '../services/orders.ts'
import { done } from '../services/outcome.ts'
import type { Shop } from '../services/shop.ts'

const anyState = orderStates.join('|')
const stateQuery = {
  state: Type.Optional(
    Type.String({
      pattern: `^((${anyState})(,(${anyState}))*)?$`,
      maxLength: 200,
      description: `one or several, separated by commas: ${orderStates.join(' ')}`,
    }),
  ),
}
const ChangesQuery = Type.Object({
  since: Type.Optional(Type.String({ maxLength: 300, description: 'the cursor `next` of the previous answer' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.changesPerCall })),
})

/** Requests for a quote. */
export function orderRoutes(route: Route, shop: Shop): void {
  route('listOrders', {
    summary: 'All orders, newest first; optionally in some states',
    query: Type.Object({ ...keywordQuery, ...pagingQuery, ...stateQuery }),
    answer: Type.Array(Order),
    handle: async ({ query }) => {
      const states = orderStates.filter((state) => query.state?.split(',').includes(state))
      return answerList('/api/orders/', query, await orders.listOrders(shop, { ...query, states }))
    },
  })
  route('myOrders', {
    summary: 'One’s own orders, newest first: a page, or without paging the newest with at most 2,000 items together',
    query: Type.Object(ownOrdersQuery),
    answer: OrdersData,
    oneAtATime: true,
    handle: async ({ query, user }) => {
      const listed = await orders.listOrdersOf(shop, user.id, query)
      return done({ data: listed.rows }, { headers: listHeaders('/api/orders/myorders/', query, listed) })
    },
  })
  route('getOrder', {
    summary: 'An order, for its buyer or an administrator',
    answer: Order,
    handle: ({ param, user }) => orders.findOrder(shop, param, user),
  })
  route('createOrder', {
    summary: 'Ask for a quote; exactly once per Idempotency-Key, which becomes the order’s id',
    body: OrderInput,
    answer: OrderData,
    status: 201,
    handle: ({ user, address, key, body, language, encode }) =>
      orders.createOrder(shop, { userId: user.id, address, key, input: body, language, encode }),
  })
  route('orderChanges', {
    summary:
      'Changes of one’s own orders since a cursor, for administrators of all orders; without one, all orders, newest first',
    query: ChangesQuery,
    answer: OrderChanges,
    handle: async ({ query: { since, limit = limits.changesPerCall }, user }) =>
      done(await listOrderChanges(shop, user, { since, limit })),
  })
  route('orderCounts', {
    summary: 'Number of orders in each state',
    answer: OrderCounts,
    handle: async () => done(await orders.countOrders(shop)),
  })
  route('addOrderEvent', {
    summary: 'Offer, withdraw, close, accept, decline, cancel or write a message; exactly once per Idempotency-Key',
    body: OrderEventBody,
    answer: OrderData,
    status: 201,
    handle: ({ param, user, address, key, body, encode }) =>
      addOrderEvent(shop, { orderId: param, author: user, address, key, body, encode }),
  })
  route('deleteOrder', {
    summary: 'Delete an order; its Idempotency-Key cannot be used again',
    handle: ({ param, user }) => orders.deleteOrder(shop, param, user),
  })
}
