import { Readable } from 'node:stream'
import type { OwnData } from '../../contract/accounts.ts'
import { lockFish } from '../catalogue/fishes-table.ts'
import { updateRating } from '../catalogue/reviews-table.ts'
import { cancelOrder } from '../orders/order-events.ts'
import { lockOrder } from '../orders/orders-table.ts'
import { wholeOrdersOf } from '../orders/whole-orders.ts'
import { forgetOwner } from '../outbox/publish.ts'
import { recordActions } from '../platform/admin-log.ts'
import { type Actor, type SessionUser, transactAs } from '../platform/caller.ts'
import { raiseVersion } from '../platform/db/catalogue-state.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountRow } from '../platform/db/schema.ts'
import { limitHit } from '../platform/rate-limits.ts'
import { refuse, wasRefused } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { deleteInvitationsTo } from './invitations-table.ts'
import { isLastOfShop } from './manage-users.ts'
import * as ownData from './own-data-table.ts'
import { listOwnSessions } from './own-sessions.ts'
import { askPassword } from './passwords.ts'
import { toAdminUser } from './users.ts'
import * as users from './users-table.ts'

/** Rows of a list that are read at once, so that a piece stays small. */
const step = 20

/** The rows of a list without their ids: as JSON without brackets, in pieces. */
async function* inSteps<T extends { id: string }>(read: (step: { after: string; limit: number }) => Promise<T[]>) {
  let comma = ''
  for (let after = ''; ; ) {
    const rows = await read({ after, limit: step })
    if (rows.length > 0) yield comma + JSON.stringify(rows.map(({ id: _, ...row }) => row)).slice(1, -1)
    if (rows.length < step) return
    comma = ','
    after = rows.at(-1)?.id ?? after
  }
}

/** The JSON of `OwnData`, in pieces. */
async function* ownDataOf(deps: ServiceDeps, user: SessionUser, row: AccountRow): AsyncGenerator<string> {
  const { db } = deps
  const { id, email, confirmed_at: since } = row
  const { terms_version: version, terms_at: at } = row
  const terms = version !== null && at !== null && { terms: { version, at } }
  const account: OwnData['account'] = { ...toAdminUser(row), created_at: row.created_at, ...terms }
  const newsletter = since === null ? [] : await ownData.listSubscriptionsOf(db, email, since)
  const sessions = await listOwnSessions(deps, user)
  const invitations = since === null ? [] : await ownData.listInvitationsTo(db, email)
  yield `${JSON.stringify({ account, newsletter, invitations, sessions }).slice(0, -1)},"requests":[`
  yield* wholeOrdersOf(deps, id)
  yield '],"reviews":['
  yield* inSteps((next) => ownData.listReviewsBy(db, id, next))
  yield '],"messages":['
  if (since !== null) yield* inSteps((next) => ownData.listMessagesFrom(db, { email, since }, next))
  yield ']}'
}

/**
 * Everything that is stored about a user, read while it is sent: with long threads it is many megabytes. Messages and newsletter belong to an
 * e-mail address, so it includes only those since the user has confirmed it: anybody can register with another person's address, who may have
 * written before. Refuses with `account-gone`, `too-many`.
 */
export async function collectOwnData(deps: ServiceDeps, user: SessionUser): Promise<Readable> {
  await limitHit(deps, { kind: 'ownData', who: user.id })
  const row = await users.findUser(deps.db, user.id)
  if (!row) throw refuse('account-gone')
  return Readable.from(ownDataOf(deps, user, row), { highWaterMark: 1 })
}

/** Cancels open orders by events of the buyer, so that they appear in threads and feeds. */
async function cancelOpenOrders(deps: ServiceDeps, tx: Handle, author: SessionUser): Promise<void> {
  for (const id of await ownData.listOpenOrderIds(tx, author.id)) {
    const order = await lockOrder(tx, id)
    // closed or accepted a moment ago
    if (order) await wasRefused(cancelOrder(deps, tx, { order, author }), 'order-final')
  }
}

/** Removes the author's name from reviews; each counts as a change of its product. */
async function anonymiseReviews(tx: Handle, authorId: string): Promise<void> {
  for (const fishId of await ownData.listReviewedBy(tx, authorId)) {
    const version = await raiseVersion(tx)
    if (!(await lockFish(tx, fishId))) continue
    await ownData.anonymiseReview(tx, fishId, authorId)
    await updateRating(tx, fishId, version)
  }
}

/**
 * Deletes one's own account: cancels open orders and removes the name from reviews. Orders retain name and address, and
 * sessions stay until they expire, to be refused with `account-gone`. Refuses with `wrong-password`, `last-admin`,
 * `account-gone`, `login-required`, `too-many`, `busy`.
 */
export async function deleteOwnAccount(deps: ServiceDeps, user: SessionUser & Actor, password: string): Promise<void> {
  const hash = await askPassword(deps, { kind: 'deleteAccount', who: user.id, password })
  await transactAs(deps, user, async (tx) => {
    const admins = await users.lockAdmins(tx)
    const account = await users.lockUser(tx, user.id)
    if (!account) throw refuse('account-gone')
    if (account.password_hash !== hash) throw refuse('wrong-password')
    if (isLastOfShop(admins, user.id)) throw refuse('last-admin')
    await ownData.lockOrdersOf(tx, user.id)
    await cancelOpenOrders(deps, tx, user)
    await anonymiseReviews(tx, user.id)
    await users.deleteUser(tx, user.id)
    // anybody can register with another person's address
    if (account.confirmed_at !== null) await deleteInvitationsTo(tx, account.email)
    await forgetOwner(tx, user.id)
    const thing = { id: user.id, name: account.name }
    if (account.rights !== '') await recordActions(deps, tx, [{ by: user, kind: 'user-deleted', thing }])
  })
  deps.log?.warn({ account: user.id, by: user.id, from: user.from }, 'account deleted')
}
