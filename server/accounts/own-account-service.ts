import { Readable } from 'node:stream'
import { v7 } from 'uuid'
import type { OwnData } from '../../contract/accounts.ts'
import { compareText } from '../../contract/catalogue-query.ts'
import { audit } from '../audit/audit.ts'
import { lockFish } from '../catalogue/fishes-table.ts'
import { updateRating } from '../catalogue/review-service.ts'
import { bumpCatalogueVersion } from '../db/catalogue-state.ts'
import { type Db, deleteRows, updateRows } from '../db/database.ts'
import { limitHit } from '../db/rate-limits.ts'
import type { AccountRow } from '../db/row-types.ts'
import { type SessionUser, transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, required, wasRefused } from '../http/refusal.ts'
import { addEvent } from '../orders/order-event-service.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { wholeOrdersOf } from '../orders/order-service.ts'
import { forgetOwner } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { askPassword } from './passwords.ts'
import { listSessions } from './sessions.ts'
import { toAdminUser, toUser } from './users.ts'
import * as users from './users-table.ts'

/** Rows of a list that are read at once, so that a piece stays small. */
const step = 20

/** The rows of a list without their ids: as JSON without brackets, in pieces. */
async function* inSteps<T extends { id: string }>(read: (after: string) => Promise<T[]>) {
  let comma = ''
  for (let after = ''; ; ) {
    const rows = await read(after)
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
  const { addresses } = toUser(row, true)
  const account: OwnData['account'] = { ...toAdminUser(row), addresses, created_at: row.created_at, ...terms }
  const subscribed = db.query.selectFrom('subscriber').select(['email', 'created_at']).where('email', '=', email)
  const newsletter = since === null ? [] : await subscribed.where('created_at', '>=', since).execute()
  const sessions = await listSessions(deps, { user })
  const invited = db.query.selectFrom('invitation').select(['rights', 'created_at']).where('email', '=', email)
  const rows = since === null ? [] : await invited.execute()
  const invitations = rows.map((row) => ({ email, rights: users.rightsOf(row), created_at: row.created_at }))
  yield `${JSON.stringify({ account, newsletter, invitations, sessions }).slice(0, -1)},"requests":[`
  yield* wholeOrdersOf(deps, id)
  yield '],"reviews":['
  const reviews = db.query
    .selectFrom('review')
    .innerJoin('fish', 'fish.id', 'review.fish_id')
    .select(['review.id', 'fish.trade_name as product', 'review.rating', 'review.comment', 'review.created_at'])
    .where('author_id', '=', id)
    .orderBy('review.id')
    .limit(step)
  yield* inSteps((after) => reviews.where('review.id', '>', after).execute())
  yield '],"stockAlerts":['
  const alerts = db.query
    .selectFrom('stock_alert')
    .innerJoin('fish', 'fish.id', 'fish_id')
    .select(['fish.id', 'fish.trade_name as product', 'stock_alert.created_at'])
    .where('account_id', '=', id)
    .orderBy('fish.id')
    .limit(step)
  yield* inSteps((after) => alerts.where('fish.id', '>', after).execute())
  yield '],"messages":['
  const columns = ['id', 'subject', 'name', 'email', 'message', 'created_at'] as const
  const written = db.query.selectFrom('contact_message').select(columns).where('email', '=', email)
  const messages = written
    .where('created_at', '>=', since ?? '')
    .orderBy('id')
    .limit(step)
  if (since !== null) yield* inSteps((after) => messages.where('id', '>', after).execute())
  yield ']}'
}

/** Everything stored about a user, read while it is sent. What belongs to an e-mail address counts only since that was confirmed as theirs. */
export const downloadOwnData: Handler<'downloadOwnData'> = async (deps, { user }) => {
  await limitHit(deps, { kind: 'ownData', who: user.id })
  const row = required(await users.findUser(deps.db, user.id), users.accountGone)
  return Readable.from(ownDataOf(deps, user, row), { highWaterMark: 1 })
}

/** Removes the author's name from reviews; each counts as a change of its product. */
async function anonymiseReviews(tx: Db, authorId: string): Promise<void> {
  const own = tx.query.selectFrom('review').select(['id', 'fish_id']).where('author_id', '=', authorId)
  for (const { id, fish_id } of (await own.execute()).sort((a, b) => compareText(a.fish_id, b.fish_id))) {
    const version = await bumpCatalogueVersion(tx)
    if (!(await lockFish(tx, fish_id))) continue
    await updateRows(tx, 'review', { having: { id }, change: { name: '' } })
    await updateRating(tx, fish_id, version)
  }
}

/** Cancels open orders by events of the buyer, so that they appear in threads and feeds. */
async function cancelOpenOrders(deps: ServiceDeps, tx: Db, author: SessionUser): Promise<void> {
  const own = tx.query.selectFrom('shop_order').select('id').where('buyer_id', '=', author.id).orderBy('id')
  for (const { id } of await own.where('state', 'in', ['requested', 'offered', 'declined']).execute()) {
    const order = await lockOrder(tx, id)
    // closed or accepted a moment ago
    if (order)
      await wasRefused(addEvent(deps, tx, { order, author, event: { kind: 'cancel' }, id: v7() }), 'order-final')
  }
}

/** Deletes one's own account: cancels open orders, takes the name from reviews. Its sessions stay, to be refused with `account-gone`. */
export const deleteOwnAccount: Handler<'deleteOwnAccount'> = async (deps, { user, body }) => {
  const hash = await askPassword(deps, { kind: 'deleteAccount', who: user.id, password: body.password })
  await transactAs(deps, user, async (tx) => {
    const admins = await users.lockAdmins(tx)
    const account = await users.requireUser(tx, user.id)
    if (account.password_hash !== hash) throw refuse('wrong-password')
    if (users.isLastOfShop(admins, user.id)) throw refuse('last-admin')
    await users.lockOrdersOf(tx, user.id)
    await cancelOpenOrders(deps, tx, user)
    await anonymiseReviews(tx, user.id)
    await users.deleteUser(tx, user.id)
    // anybody can register with another person's address
    if (account.confirmed_at !== null) await deleteRows(tx, 'invitation', { email: account.email })
    await forgetOwner(tx, user.id)
    const thing = { id: user.id, name: account.name }
    if (account.rights !== '') await audit(deps, tx, { by: user, kind: 'user-deleted', thing })
  })
  deps.log?.warn({ account: user.id, by: user.id, from: user.from }, 'account deleted')
}
