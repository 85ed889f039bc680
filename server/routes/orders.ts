import { Type } from 'typebox'
import { Order, OrderData, OrderInput, OrdersData } from '../../contract/orders.ts'
import { keywordQuery, listHeaders, ownOrdersQuery, pagingQuery } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import * as orders from '../services/orders.ts'
import { done } from '../services/outcome.ts'
import type { Shop } from '../services/shop.ts'

/** Requests for a quote. */
export function orderRoutes(route: Route, shop: Shop): void {
  route('listOrders', {
    summary: 'All orders, newest first',
    query: Type.Object({ ...keywordQuery, ...pagingQuery }),
    answer: Type.Array(Order),
    handle: async ({ query }) => {
      const listed = await orders.listOrders(shop, query)
      return done(listed.rows, { headers: listHeaders('/api/orders/', query, listed) })
    },
  })
  route('myOrders', {
    summary: 'One’s own orders, newest first: a page, or the newest with together at most 2,000 items',
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
    handle: ({ user, address, key, body, encode }) =>
      orders.createOrder(shop, { userId: user.id, address, key, input: body, encode }),
  })
  route('deleteOrder', {
    summary: 'Delete an order; its key stays taken',
    handle: ({ param, user, address }) => orders.deleteOrder(shop, param, { ...user, from: address }),
  })
}
