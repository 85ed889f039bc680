import { findOrderView, getOrderViews, type OrderView } from '../src/data/orders/read.ts'
import type { ShopDatabase } from '../src/data/schema.ts'
import { hasRight } from '../src/data/session/has-right.ts'
import { getSession } from '../src/data/session/session.ts'
import { savedResponse, wantsNewAnswer } from './rules.ts'

/** A read of orders: the user's own, or a single one. */
type OrderCall = { kind: 'own' } | { kind: 'order'; id: string }

/** The read of orders of an address, with or without a final slash; undefined for every other address. */
export function orderCall(url: URL): OrderCall | undefined {
  const id = /^\/api\/orders\/([^/]+)\/?$/.exec(url.pathname)?.[1]
  if (id === undefined || ['add', 'changes', 'counts'].includes(id)) return undefined
  return id === 'myorders' ? { kind: 'own' } : { kind: 'order', id: decodeURIComponent(id) }
}

/** Whether the worker answers a read of orders: with a token, and not one that asks for revalidation, as the app's client does. */
export function isOrderRead(request: Request, origin: string): boolean {
  if (request.method !== 'GET' || !request.headers.has('authorization') || wantsNewAnswer(request)) return false
  const address = new URL(request.url)
  return address.origin === origin && orderCall(address) !== undefined
}

/** Answers from the server; without an answer, with the orders saved for the token's user. Stores nothing. */
export async function answerOrderRead(request: Request, db: ShopDatabase): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const call = orderCall(new URL(request.url))
    const token = request.headers.get('authorization')?.replace(/^Bearer /i, '')
    const saved = call && token && (await savedOrders(db, call, token).catch(() => undefined))
    if (saved) return saved
    throw error
  }
}

/** The orders saved for the user of a token; undefined for any other token, and while orders may be missing. */
export async function savedOrders(db: ShopDatabase, call: OrderCall, token: string): Promise<Response | undefined> {
  const session = await getSession(db)
  if (session === undefined || session.token !== token || session.expired) return undefined
  const reader = { userId: session.userId, side: hasRight(session, 'orders') ? 'shop' : 'buyer' } as const
  const bodyOf = ({ order, state }: OrderView) => ({ ...order, state })
  if (call.kind === 'own') {
    const { orders, isComplete, at } = await getOrderViews(db, reader)
    const newestFirst = [...orders].sort((a, b) => (a.order.created_at < b.order.created_at ? 1 : -1))
    return isComplete && reader.side === 'buyer' ? savedResponse({ data: newestFirst.map(bodyOf) }, at) : undefined
  }
  const view = await findOrderView(db, call.id, reader)
  return view && savedResponse(bodyOf(view), view.at)
}
