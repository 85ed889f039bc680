import { v7 } from 'uuid'
import type { ActionKind } from '../../contract/admin-log.ts'
import { limits } from '../../contract/limits.ts'
import type { Side } from '../../contract/order-events.ts'
import { isOver } from '../../contract/order-state.ts'
import type { LinkAnswer, SharedOffer } from '../../contract/orders.ts'
import { hasChoice } from '../../contract/price-talk.ts'
import { hashToken, newToken } from '../accounts/sessions.ts'
import { audit } from '../audit/audit.ts'
import { type Db, deleteRows, findRow, insertRow, isoNow, transact } from '../db/database.ts'
import { ignoreFault } from '../db/dialect/database-errors.ts'
import { limitHit, limitHits } from '../db/rate-limits.ts'
import type { OfferLinkRow, OrderRow } from '../db/row-types.ts'
import { transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, required } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { addEvent } from './order-event-service.ts'
import * as orders from './order-queries.ts'
import { type Author, mayRead, noOrder, toOrder, toThread } from './order-view.ts'

/** The links of an order that work at this time, newest first. */
async function selectOfferLinks(db: Db, orderId: string, now: string): Promise<OfferLinkRow[]> {
  const query = db.query.selectFrom('offer_link').selectAll().where('order_id', '=', orderId)
  return query.where('until', '>', now).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** From now on no link of an order takes an answer. */
async function endAnswers(tx: Db, orderId: string): Promise<void> {
  await tx.query.updateTable('offer_link').set({ may_accept: 0 }).where('order_id', '=', orderId).execute()
}

/** The token of a page's form: it belongs to the offer that the page shows. */
const formOf = (token: string, offerId: string) => hashToken(`${token} ${offerId}`)

const noLink = refuse('not-found', { detail: 'There is no such link.' })

type Head = Pick<OrderRow, 'id' | 'reference' | 'buyer_id'>

const sideOf = (order: Head, { id }: Author): Side => (order.buyer_id === id ? 'buyer' : 'shop')

/** The log has what the shop does with links, not what buyers do. */
async function note(
  deps: ServiceDeps,
  tx: Db,
  { order, person, kind }: { order: Head; person: Author; kind: ActionKind },
): Promise<void> {
  const thing = { id: order.id, name: order.reference }
  if (sideOf(order, person) === 'shop') await audit(deps, tx, { by: person, kind, thing })
}

/** Makes a link to the current offer, which works as long as the offer is valid. Only the hash of its token is stored. */
export const makeOfferLink: Handler<'makeOfferLink'> = async (deps, { param: orderId, user: person, body }) => {
  const { token, token_hash } = newToken()
  const { mayAccept = false } = body
  const made = await transactAs(deps, person, async (tx) => {
    const order = await orders.lockOrder(tx, orderId)
    if (!order || !mayRead(order, person)) throw noOrder
    if (mayAccept && sideOf(order, person) !== 'shop') throw refuse('not-your-side')
    if (order.sealed_at !== null) throw refuse('order-sealed')
    const { current } = toThread(order)
    if (!current) throw refuse('offer-not-current', { detail: 'This order has no offer now.' })
    const now = deps.clock.now()
    if (isOver(current.offer, now)) throw refuse('offer-expired')
    const at = new Date(now).toISOString()
    if ((await selectOfferLinks(tx, orderId, at)).length >= limits.offerLinks) throw refuse('links-full')
    const [_id, until] = [v7(), current.offer.expiresAt]
    const row = { id: _id, order_id: orderId, token_hash, side: sideOf(order, person), may_accept: Number(mayAccept) }
    if (mayAccept) await endAnswers(tx, orderId)
    await insertRow(tx, 'offer_link', { ...row, created_at: at, until, seen: 0, seen_at: null })
    await note(deps, tx, { order, person, kind: 'offer-link-made' })
    return { _id, until }
  })
  return { ...made, url: `${deps.publicUrl ?? ''}/o/${token}` }
}

/** The links of an order that work now, newest first, without their tokens. */
export const listOfferLinks: Handler<'listOfferLinks'> = async (deps, { param: orderId, user: person }) => {
  const order = await orders.findHead(deps.db, orderId)
  if (!order || !mayRead(order, person)) throw noOrder
  const rows = await selectOfferLinks(deps.db, orderId, isoNow(deps.clock))
  return rows.map(({ id, created_at, side, until, seen, seen_at, may_accept }) => ({
    ...{ _id: id, at: created_at, by: side, until, seen, ...(may_accept === 1 && { mayAccept: true as const }) },
    ...(seen_at !== null && { seenAt: seen_at }),
  }))
}

/** Revokes a link. Its address then answers like one that never existed. */
export const revokeOfferLink: Handler<'revokeOfferLink'> = (deps, { param: orderId, secondParam: id, user: person }) =>
  transactAs(deps, person, async (tx) => {
    const order = await orders.findHead(tx, orderId)
    if (!order || !mayRead(order, person)) throw noOrder
    if (!(await deleteRows(tx, 'offer_link', { id, order_id: orderId }))) throw noLink
    await note(deps, tx, { order, person, kind: 'offer-link-revoked' })
  })

/** The current offer of an order; undefined where there is none. */
async function findSharedOffer(deps: ServiceDeps, { token, link }: { token: string; link: OfferLinkRow }) {
  const stored = await orders.findOrder(deps.db, link.order_id, orders.lastEvent)
  const thread = stored && toThread(stored)
  if (!stored || !thread?.current) return undefined
  const { reference, user, shippingAddress, parties, orderItems } = toOrder(stored, deps.clock.now())
  const { id, seq, offer } = thread.current
  // the event of the offer is the last one, or was read beside it
  const event = [...stored.events, stored.offer].find((each) => each?.seq === seq)
  if (!event) return undefined
  const buyer = { name: user.name }
  const isAccepted = thread.state === 'accepted'
  const mayAnswer = link.may_accept === 1 && !isAccepted && stored.sealed_at === null && !hasChoice(offer)
  const who = { reference, shippingAddress, buyer, ...(parties && { parties }) }
  const form = mayAnswer && { form: formOf(token, id) }
  return { ...who, number: event.offers, at: event.at, offer, items: orderItems, isAccepted, ...form }
}

/** A link by the token in its address. Refuses with `not-found`, `link-expired`, and with `too-many` where somebody guesses. */
async function findLink(deps: ServiceDeps, { token, address }: { token: string; address: string }) {
  if (!/^[\w-]{43}$/.test(token)) throw noLink
  const link = await findRow(deps.db, 'offer_link', { token_hash: hashToken(token) })
  if (!link) {
    await limitHit(deps, { kind: 'offerLink', who: address })
    throw noLink
  }
  if (link.until <= isoNow(deps.clock)) throw refuse('link-expired')
  return link
}

/** The offer behind a link; `isSeen` where a person looks at it, which is counted. Refuses with `too-many` where somebody guesses. */
export async function openOfferLink(
  deps: ServiceDeps,
  { token, address, isSeen }: { token: string; address: string; isSeen: boolean },
): Promise<SharedOffer> {
  const link = await findLink(deps, { token, address })
  const shared = required(await findSharedOffer(deps, { token, link }), refuse('offer-not-current'))
  // a database that cannot write now still shows the offer
  const seen = deps.db.query.updateTable('offer_link').where('id', '=', link.id)
  const counted = seen.set((the) => ({ seen: the('seen', '+', 1), seen_at: isoNow(deps.clock) }))
  if (isSeen) await counted.execute().catch(ignoreFault)
  return shared
}

/** The answer of a person without an account, once a link. Refuses like `openOfferLink` and `addEvent`, and with `link-expired` where it was answered. */
export async function answerOfferLink(
  deps: ServiceDeps,
  { token, address, answer }: { token: string; address: string; answer: LinkAnswer },
): Promise<void> {
  const link = await findLink(deps, { token, address })
  await limitHits(deps, [
    { kind: 'linkAnswer', who: link.id },
    { kind: 'linkAnswerAddress', who: address },
  ])
  await transact(deps.db, async (tx) => {
    const order = await orders.lockOrder(tx, link.order_id)
    const now = await findRow(tx, 'offer_link', { id: link.id })
    if (!order || now?.may_accept !== 1) throw refuse('link-expired')
    const { current } = toThread(order)
    if (!current || answer.form !== formOf(token, current.id)) throw refuse('offer-not-current')
    const { answer: kind, name, company, note } = answer
    const author = { id: link.id, name: [name, company].filter(Boolean).join(', '), rights: [] }
    const event = { kind, offer: current.id, ...(note && { note }) }
    await addEvent(deps, tx, { order, event, author, id: v7(), via: 'link' })
    await endAnswers(tx, order.id)
  })
  deps.counts.orderEvents++
}
