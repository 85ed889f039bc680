import type { ProblemCode } from '../../contract/problem.ts'
import { clearLists, hideLists } from './drafts.ts'
import type { ShopDatabase } from './schema.ts'
import { getValue, putValue } from './values.ts'
import { removeViewsOf } from './views.ts'

/**
 * Ends the session after the server refused this token, unless a newer one has replaced it: what the server has of the user leaves the device at once,
 * and what the user has written is hidden until the next login. Of a deleted account only the outbox stays.
 */
export async function expireSession(db: ShopDatabase, token: string, code?: string): Promise<void> {
  const isGone = code === ('account-gone' satisfies ProblemCode)
  await db.transaction('rw', [db.values, db.views, db.orders, db.files, db.cart, db.drafts], async () => {
    const session = await getValue(db, 'session')
    if (session?.token !== token) return
    const { userId } = session
    await removeViewsOf(db, userId)
    if (isGone) await db.values.bulkDelete([`lists-of:${userId}`])
    await (isGone ? clearLists(db) : hideLists(db, userId))
    await putValue(db, 'session', { ...session, expired: true })
  })
}
