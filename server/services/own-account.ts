import type { OwnData } from '../../contract/account.ts'
import { limits } from '../../contract/limits.ts'
import { raiseVersion } from '../db/catalogue-state.ts'
import { lockFish } from '../db/fishes.ts'
import type { Handle } from '../db/handle.ts'
import { listOrdersOf, lockOrder } from '../db/orders.ts'
import * as ownData from '../db/own-data.ts'
import { updateRating } from '../db/reviews.ts'
import { transact } from '../db/transact.ts'
import * as users from '../db/users.ts'
import { recordActions } from './admin-log.ts'
import { cancelOrder } from './order-events.ts'
import { toOrder } from './order-view.ts'
import { done, type Outcome, type Refusal, refuse } from './outcome.ts'
import { listOwnSessions } from './own-sessions.ts'
import { checkPassword } from './passwords.ts'
import { limitHit } from './rate-limits.ts'
import { type Actor, requireSession, type SessionUser } from './sessions.ts'
import type { Shop } from './shop.ts'
import { toAdminUser } from './users.ts'

/**
 * Everything that is stored about a user. Includes messages and newsletter only if the e-mail address is confirmed, because
 * anybody can register with another person's address. Refuses with `account-gone`, `too-many`.
 */
export async function collectOwnData(shop: Shop, user: SessionUser): Promise<Outcome<OwnData>> {
  const { db, clock } = shop
  const limited = await limitHit(shop, { kind: 'ownData', who: user.id })
  if (limited) return limited
  const row = await users.findUser(db, user.id)
  if (!row) return refuse('account-gone')
  const isConfirmed = row.confirmed_at !== null
  const orders = await listOrdersOf(db, user.id, { offset: 0, limit: limits.unpagedRows })
  return done({
    account: { ...toAdminUser(row), created_at: row.created_at },
    requests: orders.map((order) => toOrder(order, clock.now())),
    reviews: await ownData.listReviewsBy(db, user.id),
    messages: isConfirmed ? await ownData.listMessagesFrom(db, row.email) : [],
    newsletter: isConfirmed ? await ownData.listSubscriptionsOf(db, row.email) : [],
    sessions: await listOwnSessions(shop, user),
  })
}

/** Cancels open orders by events of the buyer, so that they appear in threads and feeds. */
async function cancelOpenOrders(shop: Shop, tx: Handle, author: SessionUser): Promise<Refusal | undefined> {
  for (const id of await ownData.listOpenOrderIds(tx, author.id)) {
    const order = await lockOrder(tx, id)
    const cancelled = order && (await cancelOrder(shop, tx, { order, author }))
    // `order-final`: closed or accepted a moment ago
    if (cancelled && !cancelled.ok && cancelled.code !== 'order-final') return cancelled
  }
  return undefined
}

/** Removes the author's name from reviews; each counts as a change of its product. */
async function anonymiseReviews(tx: Handle, authorId: string): Promise<void> {
  for (const { fish_id } of await ownData.listReviewsBy(tx, authorId)) {
    const version = await raiseVersion(tx)
    if (!(await lockFish(tx, fish_id))) continue
    await ownData.anonymiseReview(tx, fish_id, authorId)
    await updateRating(tx, fish_id, version)
  }
}

/**
 * Deletes one's own account: cancels open orders and removes the name from reviews. Orders retain name and address, and
 * sessions stay until they expire, to be refused with `account-gone`. Refuses with `wrong-password`, `last-admin`,
 * `account-gone`, `login-required`, `too-many`, `busy`.
 */
export async function deleteOwnAccount(
  shop: Shop,
  user: SessionUser & Actor,
  password: string,
): Promise<Outcome<undefined>> {
  const limited = await limitHit(shop, { kind: 'deleteAccount', who: user.id })
  if (limited) return limited
  const row = await users.findUser(shop.db, user.id)
  const right = await checkPassword(password, row?.password_hash)
  if (!right.ok) return right
  if (!right.value || !row) return refuse('wrong-password')
  const deleted = await transact<Outcome<undefined>>(shop.db, async (tx) => {
    const admins = await users.lockAdmins(tx)
    const account = await users.lockUser(tx, user.id)
    if (!account) return refuse('account-gone')
    const ended = await requireSession(shop, tx, user)
    if (ended) return ended
    if (account.password_hash !== row.password_hash) return refuse('wrong-password')
    if (admins.length === 1 && admins[0] === user.id) return refuse('last-admin')
    const refused = await cancelOpenOrders(shop, tx, user)
    if (refused) return refused
    await anonymiseReviews(tx, user.id)
    await users.deleteUser(tx, user.id)
    const thing = { id: user.id, name: account.name }
    if (account.is_admin) await recordActions(shop, tx, [{ by: user, kind: 'user-deleted', thing }])
    return done(undefined)
  })
  if (deleted.ok) shop.log?.warn({ account: user.id, by: user.id, from: user.from }, 'account deleted')
  return deleted
}
