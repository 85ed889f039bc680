import type { ShopDatabase } from './database.ts'
import { getSession } from './session.ts'

export interface SavedAnswer<T> {
  body: T
  /** rows of the whole list, where the server named them */
  total?: number
  /** ms since 1970 */
  at: number
}

/** Where an answer is saved: under its user and the call with its input. */
export interface Place {
  userId: string
  key: string
}

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
      db.transaction('rw', db.views, db.keyValue, async () => {
        if ((await getSession(db))?.userId === userId) await db.views.put({ userId, key, body, at })
      }),
  }
}
