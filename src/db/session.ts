import { hasRight } from '../../contract/accounts.ts'
import type { Side } from '../../contract/order-events.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Api } from '../api/api-client.ts'
import { filesOfKind, getValue, putValue, removeValue, type ShopDatabase } from './database.ts'
import { clearLists, hideLists, showLists } from './drafts.ts'
import { readUserInfo, writeUserInfo } from './legacy-storage.ts'
import type { Session } from './rows.ts'

/** Sessions of local storage that could not be written to the database. They last as long as the page. */
const unwritten = new WeakMap<ShopDatabase, Session | undefined>()

/** The session of this device, also one that the server has ended. */
async function getLastSession(db: ShopDatabase): Promise<Session | undefined> {
  return unwritten.has(db) ? unwritten.get(db) : getValue(db, 'session')
}

const unlessEnded = (session: Session | undefined) => (session?.expired ? undefined : session)

/** Who is signed in on this device. */
export async function getSession(db: ShopDatabase): Promise<Session | undefined> {
  return unlessEnded(await getLastSession(db))
}

/** Who reads orders: those who answer requests read for the shop. */
export interface Reader {
  userId: string
  side: Side
}

export const readerOf = (session: Session): Reader => ({
  userId: session.userId,
  side: hasRight(session, 'orders') ? 'shop' : 'buyer',
})

/** Whether the server has ended the session of this device, and nobody has logged in since. */
export const hasEnded = async (db: ShopDatabase): Promise<boolean> => (await getLastSession(db))?.expired === true

export const getToken = async (db: ShopDatabase): Promise<string | undefined> => (await getSession(db))?.token

/** Writes local storage first: if the page is closed in between, `adoptUserInfo` repairs the database at the next start. */
export async function putSession(db: ShopDatabase, session: Session): Promise<void> {
  writeUserInfo(session)
  const before = await getLastSession(db).catch(() => undefined)
  const swap = async () => {
    if (before && before.userId !== session.userId) await hideLists(db, before.userId)
    await showLists(db, session.userId)
  }
  // a login without them is better than none
  if (before?.userId !== session.userId || before.expired) await swap().catch(() => undefined)
  unwritten.delete(db)
  await putValue(db, 'session', session)
}

/** Signs out on this device. `remove` removes the session from the database, and may do more in the same transaction. */
export async function dropSession(
  db: ShopDatabase,
  remove: () => Promise<unknown> = () => removeValue(db, 'session'),
): Promise<void> {
  writeUserInfo(undefined)
  unwritten.delete(db)
  await remove()
}

/**
 * Synchronises local storage and database at the start and after a `storage` event: local storage wins unless it is blocked or
 * unreadable. A full or broken database prevents no login.
 */
export async function adoptUserInfo(db: ShopDatabase): Promise<Session | undefined> {
  const saved = await getValue(db, 'session').catch(() => unwritten.get(db))
  const { kind, session: current } = readUserInfo()
  if (current?.token === saved?.token) unwritten.delete(db)
  if (current !== undefined) {
    if (current.token === saved?.token && current.userId === saved.userId) return unlessEnded(saved)
    unwritten.set(db, current)
    await putValue(db, 'session', current).then(
      () => unwritten.delete(db),
      () => undefined,
    )
    return current
  }
  if (kind === 'nothing' && saved !== undefined) {
    unwritten.delete(db)
    await removeValue(db, 'session')
    return undefined
  }
  if (kind === 'text') writeUserInfo(saved)
  return unlessEnded(saved)
}

/** Who local storage says is signed in, for as long as the database does not answer. */
export function assumeUserInfo(db: ShopDatabase): Session | undefined {
  const { kind, session } = readUserInfo()
  if (kind === 'blocked') return undefined
  unwritten.set(db, session)
  return session
}

/** Reads the rights of a signed-in administrator again. Rejects without a connection. */
export async function refreshRights({ db, api }: { db: ShopDatabase; api: Pick<Api, 'call'> }): Promise<void> {
  const session = await getSession(db)
  if (!session?.isAdmin) return
  const { userId: id, token } = session
  const reply = await api.call('getUser', { params: { id }, token })
  if (!reply.ok || reply.body._id !== id) return
  const { isAdmin, rights } = reply.body
  const now = await getSession(db)
  if (now?.token === token && String(now.rights) !== String(rights)) await putSession(db, { ...now, isAdmin, rights })
}

/**
 * Ends the session after the server refused this token: what the server has leaves the device, and what the user has written
 * is hidden until the next login. Of a deleted account only the outbox stays.
 */
export async function expireSession(db: ShopDatabase, token: string, code?: string): Promise<void> {
  const isGone = code === ('account-gone' satisfies ProblemCode)
  await db.transaction('rw', [db.keyValue, db.views, db.orders, db.files, db.cart, db.drafts], async () => {
    const session = await getValue(db, 'session')
    if (session?.token !== token) return
    const { userId } = session
    await removeViewsOf(db, userId)
    if (isGone) await db.keyValue.bulkDelete([`lists-of:${userId}`])
    await (isGone ? clearLists(db) : hideLists(db, userId))
    await putValue(db, 'session', { ...session, expired: true })
  })
}

export function removeViewsOf(db: ShopDatabase, userId: string): Promise<void> {
  return db.transaction('rw', db.views, db.orders, db.files, db.keyValue, async () => {
    await db.views.where('userId').equals(userId).delete()
    await db.orders.where('userId').equals(userId).delete()
    // what is to be sent stays, hidden from others
    await filesOfKind(db, 'saved')
      .and((row) => row.userId === userId)
      .delete()
    if ((await getValue(db, 'order-feed'))?.userId === userId) await removeValue(db, 'order-feed')
  })
}
