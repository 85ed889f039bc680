import type { Order } from '../../contract/orders.ts'
import type { Api } from '../api/client.ts'
import type { Reply } from '../api/errors.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getOrders, removeOrder, saveOrders } from './store.ts'

/** How a screen reads one kind of answer: what is saved for this user, and where a newer one is saved. */
export interface SavedAnswers<T> {
  get(db: ShopDatabase, place: Place): Promise<SavedAnswer<T> | undefined>
  save(db: ShopDatabase, place: Place, answer: SavedAnswer<T>): Promise<void>
}

interface Place {
  userId: string
  key: string
}

export interface SavedAnswer<T> {
  body: T
  total?: number
  /** milliseconds since 1970 */
  at: number
}

/** Lists of orders, saved order by order. */
export const orderLists: SavedAnswers<Order[]> = {
  async get(db, place) {
    const saved = await getOrders(db, place)
    if (!saved) return undefined
    const { orders: body, ...rest } = saved
    return { body, ...rest }
  },
  save: (db, place, { body: orders, ...rest }) => saveOrders(db, place, { orders, ...rest }),
}

/** A single order. */
export const singleOrders: SavedAnswers<Order> = {
  async get(db, place) {
    const saved = await getOrders(db, place)
    const [body] = saved?.orders ?? []
    return saved && body && { body, at: saved.at }
  },
  save: (db, place, { body, at }) => saveOrders(db, place, { orders: [body], at }),
}

/** Fetches one order; the saved copy of one that the shop has deleted goes, too. Throws `ConnectionError`. */
export async function fetchOrder(
  { db, api }: { db: ShopDatabase; api: Pick<Api, 'call'> },
  { id, userId, signal }: { id: string; userId: string | undefined; signal: AbortSignal },
): Promise<Reply<Order>> {
  const reply = await api.call('getOrder', { params: { id }, signal })
  const isGone = !reply.ok && reply.refusal.status === 404
  if (isGone && userId !== undefined) await removeOrder(db, userId, id).catch(() => undefined)
  return reply
}
