import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Shop } from './shop.ts'

interface StoredOrder {
  id: string
  buyer_id: string
  phone: string
  /** product and tonnes of every line */
  items: string
}

/** What the server's database holds, read past the server. */
export interface Ledger {
  /** of this buyer, in the order in which they came in */
  orders(buyerId: string): StoredOrder[]
  /** comments of this author, in the order in which they came in */
  reviews(authorId: string): string[]
  /** messages with this address, in the order in which they came in */
  messages(email: string): string[]
}

export function openLedger(shop: Shop): Ledger {
  /** Opened for every question, so that it never sees an older state and holds nothing. */
  function ask<T>(sql: string, who: string): T[] {
    const db = new DatabaseSync(join(shop.dataDir, 'shop.db'), { readOnly: true })
    try {
      // the columns are those that the caller selects
      return db.prepare(sql).all(who) as T[]
    } finally {
      db.close()
    }
  }
  return {
    orders: (buyerId) =>
      ask(
        `select id, buyer_id, phone,
           (select group_concat(fish_id || ' ' || format('%g', qty)) from order_item where order_id = shop_order.id) as items
         from shop_order where buyer_id = ? order by rowid`,
        buyerId,
      ),
    reviews: (authorId) =>
      ask<{ comment: string }>('select comment from review where author_id = ? order by rowid', authorId).map(
        ({ comment }) => comment,
      ),
    messages: (email) =>
      ask<{ message: string }>('select message from contact_message where email = ? order by rowid', email).map(
        ({ message }) => message,
      ),
  }
}
