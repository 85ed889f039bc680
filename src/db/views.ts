import { getOrderFeed } from './saved-orders.ts'
import type { ShopDatabase } from './schema.ts'
import { getSession } from './session.ts'
import { removeValue } from './values.ts'

/** A saved answer. `total`: rows of the whole list, where the server named them. `at`: ms since 1970. */
export interface SavedAnswer<T> {
  body: T
  total?: number
  at: number
}

/** Where an answer is saved: under its user and the call with its input. */
export interface Place {
  userId: string
  key: string
}

/** How one kind of answer is saved and read. */
export interface SavedAnswers<T> {
  get(db: ShopDatabase, place: Place): Promise<SavedAnswer<T> | undefined>
  save(db: ShopDatabase, place: Place, answer: SavedAnswer<T>): Promise<void>
}

/** Answers that are saved unchanged: lists of users and subscribers, counts. */
export function wholeAnswers<T>(): SavedAnswers<T> {
  return {
    async get(db, { userId, key }) {
      const row = await db.views.get([userId, key])
      // only `save` below writes rows under these keys
      return row && { ...(row.body as Omit<SavedAnswer<T>, 'at'>), at: row.at }
    },
    // not after a logout
    save: (db, { userId, key }, { at, ...body }) =>
      db.transaction('rw', db.views, db.values, async () => {
        if ((await getSession(db))?.userId === userId) await db.views.put({ userId, key, body, at })
      }),
  }
}

/** At logout: removes everything saved for this user, including orders. */
export async function removeViewsOf(db: ShopDatabase, userId: string): Promise<void> {
  await db.transaction('rw', db.views, db.orders, db.files, db.values, async () => {
    await db.views.where('userId').equals(userId).delete()
    await db.orders.where('userId').equals(userId).delete()
    // what is to be sent stays, hidden from others
    await db.files
      .where('kind')
      .equals('saved')
      .and((row) => row.userId === userId)
      .delete()
    if (await getOrderFeed(db, userId)) await removeValue(db, 'order-feed')
  })
}
