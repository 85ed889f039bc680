import { v7 } from 'uuid'
import type { ActionKind } from '../../contract/admin-log.ts'
import type { FileInput } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { isDecision, type OrderEvent, type OrderEventInput, type Side, sideOf } from '../../contract/order-events.ts'
import { nextThread, refuseEvent } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { ShipmentStep } from '../../contract/shipment/milestones.ts'
import { findUser } from '../accounts/users-table.ts'
import { audit } from '../audit/audit.ts'
import { type Db, day, findRow, insertNew, isoNow, updateRows } from '../db/database.ts'
import { findKey, supersedeKeys, withIdempotencyKey } from '../db/idempotency.ts'
import { findBuckets, hitBuckets } from '../db/rate-limits.ts'
import type { OrderEventRow, OrderRow, SaidColumns } from '../db/row-types.ts'
import type { Handler } from '../http/pipeline.ts'
import { isRefusal, type Refusal, refuse, refuseFields } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { announceFiles } from '../storage/order-files.ts'
import { madeBy } from './made-offers.ts'
import { mailEvent } from './order-mails.ts'
import { type OrderWebhook, publishOrder, pushOrder } from './order-notices.ts'
import * as orders from './order-queries.ts'
import { eventPage, listEventsOf, type Part, recordChange } from './order-queries.ts'
import * as view from './order-view.ts'
import * as reading from './read-event.ts'
import { keepDues } from './reminders.ts'

/** Whether an event counts: a message, a milestone, and the shop's offers: there may be any number of these. */
const counts = (kind: OrderEventInput['kind'], side: Side): boolean =>
  !isDecision(kind) || (kind === 'offer' && side === 'shop')

interface Saying {
  order: Pick<OrderRow, 'id'> & SaidColumns
  kind: OrderEventInput['kind']
  side: Side
}

const bucketOf = ({ order, side }: Saying) => `thread-${side}:${order.id}`

/** Refuses with `thread-full` when this side has written enough on the order today or in all. Reads no event. */
async function refuseFullThread(deps: ServiceDeps, db: Db, saying: Saying): Promise<void> {
  const { order, kind, side } = saying
  if (!counts(kind, side)) return
  const times = side === 'shop' ? limits.shopWrites : 1
  const isFull =
    order[`${side}_said`] >= limits.threadMessages * times || order[`${side}_bytes`] >= limits.threadBytes * times
  const [today] = isFull ? [] : await findBuckets(db, [bucketOf(saying)], isoNow(deps.clock))
  const isTooMuch = isFull || (today?.hits ?? 0) >= limits.threadMessagesPerDay * times
  if (isTooMuch) throw refuse('thread-full')
}

/** Counts an event of the day, in its transaction; returns the order's counters after it. */
async function countEvent(
  deps: ServiceDeps,
  tx: Db,
  { row, ...saying }: Saying & { row: Pick<OrderEventRow, 'body'> },
) {
  const { order, kind, side } = saying
  if (!counts(kind, side)) return {}
  const hit = { bucket: bucketOf(saying), hits: 1, ends_at: isoNow(deps.clock, day) }
  await hitBuckets(tx, [hit], isoNow(deps.clock))
  const bytes = order[`${side}_bytes`] + Buffer.byteLength(row.body)
  return { [`${side}_said`]: order[`${side}_said`] + 1, [`${side}_bytes`]: bytes }
}

/** The refusal for a missing order. Its buyer and the shop learn that it was deleted. */
async function goneOrder(tx: Db, orderId: string, author: view.Author): Promise<Refusal> {
  const tombstone = await findKey(tx, orderId)
  const isTheirs = view.isStaff(author) || tombstone?.owner_id === author.id
  if (tombstone?.status === 410 && isTheirs) return refuse('order-deleted')
  return view.noOrder
}

interface SideOf extends Pick<Adding, 'event' | 'author' | 'isMade' | 'via'> {
  order: Pick<OrderRow, 'buyer_id'>
}

/** The side of an event's author. */
function sideFor({ order, author, event: { kind }, isMade, via }: SideOf): Side {
  if (isMade || via) return isMade ? 'shop' : 'buyer'
  const isBuyer = order.buyer_id === author.id
  if (view.isStaff(author) && isBuyer) return sideOf[kind]
  return isBuyer ? 'buyer' : 'shop'
}

/** JSON of the members of an event's kind, without `after`: its place in the thread shows what its author had seen. */
const bodyOf = ({ kind: _, ...members }: OrderEventInput, made: object) =>
  JSON.stringify({ ...members, ...made, after: undefined, replaces: undefined })

/** The log records who answered which order, and how; the content is in the order itself. */
const actionOf: Partial<Record<OrderEventInput['kind'], ActionKind>> = {
  offer: 'order-offered',
  agree: 'order-agreed',
  withdraw: 'order-withdrawn',
  close: 'order-closed',
  message: 'order-answered',
  milestone: 'milestone-added',
  correct: 'milestone-corrected',
  settle: 'claim-settled',
  document: 'document-added',
}

interface Adding {
  order: orders.StoredOrder
  event: OrderEventInput
  author: view.Author
  id: string
  /** number of the last event of somebody else; without it any event since `after` conflicts */
  lastOfOthers?: number
  /** made by the server for the shop: its files are here already */
  isMade?: true
  /** the paper that a made file is */
  paper?: OrderEvent['paper']
  /** the answer of a person without an account */
  via?: 'link'
}

/** The row of an event that comes after those of a locked order. */
async function nextRow(
  deps: ServiceDeps,
  tx: Db,
  { shop, ...adding }: Adding & { shop: Parameters<typeof madeBy>[1] },
) {
  const { order, event, author, id, via, paper } = adding
  const last = order.events.at(-1)
  const at = isoNow(deps.clock)
  const row: OrderEventRow = {
    id,
    order_id: order.id,
    seq: order.version + 1,
    kind: event.kind,
    at,
    side: sideFor(adding),
    author_id: author.id,
    author_name: author.name,
    body: bodyOf(event, { ...(await madeBy(tx, shop, event, view.toThread(order))), via, paper }),
    feed_seq: 0,
    state: 'requested',
    offer_seq: null,
    offers: (last?.offers ?? 0) + (event.kind === 'offer' ? 1 : 0),
    state_at: isDecision(event.kind) ? at : (last?.state_at ?? null),
    state_seq: isDecision(event.kind) ? order.version + 1 : (last?.state_seq ?? null),
    shipment_seq: last?.shipment_seq ?? null,
    shipment: null,
  }
  const thread = nextThread(view.toThread(order), view.toEvent(row))
  const { state, current } = thread
  return reading.withShipment(tx, { ...row, state, offer_seq: current?.seq ?? null }, thread)
}

/** Whether the buyer has deleted the account; those of the demonstration are invented and have none. */
export const isBuyerGone = async (db: Db, { buyer_id }: Pick<OrderRow, 'buyer_id'>): Promise<boolean> =>
  !buyer_id.startsWith('demo:') && !(await findUser(db, buyer_id))

/** Adds an event to a locked order if the order's state allows it; returns the order with this event. */
export async function addEvent(deps: ServiceDeps, tx: Db, adding: Adding): Promise<orders.StoredOrder> {
  const { order, event, author, isMade } = adding
  const { kind } = event
  const now = deps.clock.now()
  const side = sideFor(adding)
  if (order.sealed_at !== null) throw refuse('order-sealed')
  // papers and reports of the shipment are still made
  if (side === 'shop' && !isMade && ['message', 'offer', 'agree'].includes(kind) && (await isBuyerGone(tx, order)))
    throw refuse('buyer-gone')
  await refuseFullThread(deps, tx, { order, kind, side })
  const { lastOfOthers = order.version } = adding
  const before = view.toThread(order)
  const refused = refuseEvent(before, event, { side, lastOfOthers, now })
  if (refused === 'order-changed') {
    const current = await orders.findOrder(tx, order.id)
    throw refuse(refused, current && { order: view.toOrder(current, now) })
  }
  if (refused) throw refuse(refused)
  const shop = { ...(await getShopSettings(deps, tx)), now }
  if (event.kind === 'offer') {
    const requested = order.items.map(({ fish_id }) => fish_id)
    const wrong = reading.wrongOffer(shop, event.offer, requested)
    if (wrong.length > 0) throw refuseFields(...wrong)
  }
  if (before.current) {
    const wrong = reading.wrongTalk(shop, event, before.current.offer)
    if (wrong.length > 0) throw refuseFields(...wrong)
  }
  if (kind === 'counter' && (await orders.countCounters(tx, order.id)) >= limits.counters) throw refuse('thread-full')
  await reading.refuseReport(tx, { ...shop, orderId: order.id, event, side, thread: before })
  const row = await nextRow(deps, tx, { ...adding, shop })
  const counters = await countEvent(deps, tx, { order, kind, side, row })
  row.feed_seq = await recordChange(tx, order, row)
  // the key of this event is the id of an event that was sent without a key
  if (!(await insertNew(tx, 'order_event', row, 'id'))) throw refuse('key-reused')
  const files = 'files' in event && !isMade ? event.files : undefined
  if (files) await announceFiles(deps, tx, { orderId: order.id, event: row.id, author, side, files })
  await reading.recordNamedLots(deps, tx, { orderId: order.id, event, id: row.id, author })
  const known = [row, ...order.events, order.offer, order.decision, order.shipped]
  const at = (seq: number | null) => known.find((each) => each?.seq === seq)
  const beside = { offer: at(row.offer_seq), decision: at(row.state_seq), shipped: at(row.shipment_seq) }
  const after: orders.StoredOrder = { ...order, events: [row], ...beside }
  const { state, current, counter } = view.toThread(after)
  // the stored state does not depend on the time
  const expires_at = state === 'offered' || state === 'countered' ? (current?.offer.expiresAt ?? null) : null
  const derived = { state, expires_at, counter_until: counter?.expiresAt ?? null, version: row.seq, ...counters }
  await updateRows(tx, 'shop_order', { having: { id: order.id }, change: derived })
  // a link shows the offer of the day
  if (kind === 'offer' && expires_at) await orders.moveOfferLinks(tx, order.id, { now: row.at, until: expires_at })
  const action = side === 'shop' ? actionOf[kind] : undefined
  const thing = { id: order.id, name: order.reference }
  if (action && !author.id.startsWith('demo:')) await audit(deps, tx, { by: author, kind: action, thing })
  await reading.forgetCorrected(tx, order.id, event)
  if (row.shipment !== null || isDecision(kind)) await keepDues(tx, after, shop)
  if (reading.isNotified(view.toEvent(row))) {
    await mailEvent(deps, tx, { order, event: view.toEvent(row), current: before.current?.offer })
    const to = side === 'buyer' ? 'desk' : 'buyer'
    const milestone = kind === 'milestone' ? row.seq : undefined
    await pushOrder(deps, tx, { order, to, except: author.id, milestone })
  }
  await publishOrder(deps, tx, { types: webhooksOf(view.toEvent(row)), id: order.id, part: answeredPart(row.seq) })
  return { ...after, ...derived }
}

/** The events that an answer to a new event has: those after `after`, or the event itself. */
const answeredPart = (seq: number, after = seq - 1): Part => ({
  ...eventPage,
  most: Math.min(eventPage.most, Math.max(1, seq - after)),
  upTo: seq,
})

/** The data that webhooks get of an event. */
const webhooksOf = ({ kind, step, by, paper }: OrderEvent): OrderWebhook[] => [
  'order.changed',
  ...(kind === 'claim' ? (['claim.opened'] as const) : []),
  ...(step === 'paid' && by.side === 'buyer' ? (['payment.reported'] as const) : []),
  ...(paper ? (['paper.issued'] as const) : []),
]

interface MadeFile extends Pick<Adding, 'order' | 'author' | 'id' | 'paper'> {
  file: FileInput
  text: string
  done: { step: ShipmentStep; on: string } | undefined
}

/** Adds a message of the shop that names a file which the server has stored under `id`, and the step that is done with it. */
export async function addMadeFile(deps: ServiceDeps, tx: Db, { file, text, done: step, paper, ...adding }: MadeFile) {
  const { _id, name, type, bytes, sha256 } = file
  const event: OrderEventInput = { kind: 'message', text, files: [{ _id, name, type, bytes, sha256 }] }
  const added = await addEvent(deps, tx, { ...adding, event, isMade: true, paper })
  if (!step) return added
  const report = { kind: 'milestone', ...step, after: added.version } as const
  try {
    return await addEvent(deps, tx, { ...adding, order: added, id: v7(), event: report, isMade: true })
  } catch (error) {
    // a full thread has room for no step, but the paper is made
    if (isRefusal(error)) return added
    throw error
  }
}

/** Adds an event of the buyer or the shop to an order, exactly once per key, which becomes the event's id. Refuses like `addEvent`. */
export const addOrderEvent: Handler<'addOrderEvent'> = async (
  deps,
  { param: orderId, user: author, address, key, body },
) => {
  const event = reading.readEvent(body)
  const replaced = 'replaces' in event ? (event.replaces ?? []) : []
  // what it replaces is no part of its content: the device may learn it between two tries
  const payload = { call: 'addOrderEvent', orderId, event: { ...event, replaces: undefined } }
  const buyerLimits = [{ kind: 'event', who: author.id } as const, { kind: 'eventAddress', who: address } as const]
  const answerAfter = async (db: Db, seq: number): Promise<{ data: Order }> => {
    const order = await orders.findOrder(db, orderId, answeredPart(seq, body.after))
    if (!order || !view.mayRead(order, author)) throw await goneOrder(db, orderId, author)
    return { data: view.toOrderAfter(order) }
  }
  const rebuild = async (db: Db, id: string): Promise<{ data: Order }> => {
    const stored = await findRow(db, 'order_event', { id })
    if (stored?.order_id !== orderId) throw await goneOrder(db, orderId, author)
    return answerAfter(db, stored.seq)
  }
  const refuseEarly = async (): Promise<void> => {
    const order = await orders.findHead(deps.db, orderId)
    if (!order || !view.mayRead(order, author)) return
    if (order.sealed_at !== null) throw refuse('order-sealed')
    await refuseFullThread(deps, deps.db, { order, kind: event.kind, side: sideFor({ order, author, event }) })
  }
  // administrators may have many orders to answer
  const limits = view.isStaff(author) ? [] : buyerLimits
  const keyed = { key, caller: author, payload, limits, rebuild, refuseEarly }
  const answer = await withIdempotencyKey(deps, keyed, async (tx) => {
    // before the order is locked: a running try of one of them holds its key while it waits for that lock
    await supersedeKeys(tx, replaced, { author, now: isoNow(deps.clock) })
    const order = await orders.lockOrder(tx, orderId)
    if (!order || !view.mayRead(order, author)) throw await goneOrder(tx, orderId, author)
    // a repeat without a key is told from a new event by `after` alone
    const isAnswer = key !== undefined && 'after' in event
    const lastOfOthers = isAnswer ? await orders.lastSeqOfOthers(tx, orderId, author.id) : order.version
    const added = await addEvent(deps, tx, { order, event, author, id: key ?? v7(), lastOfOthers })
    return answerAfter(tx, added.version)
  })
  if (!answer.sent.isReplayed) deps.counts.orderEvents++
  return answer
}

/** Fifty events before the number `before`, or the newest ones. Refuses like `findOrder` of an order. */
export const listOrderEvents: Handler<'listOrderEvents'> = async (deps, { param: orderId, user, query }) => {
  const order = await orders.findHead(deps.db, orderId)
  if (!order || !view.mayRead(order, user)) throw view.noOrder
  const upTo = Math.min(order.version, (query.before ?? Number.POSITIVE_INFINITY) - 1)
  const rows = upTo > 0 ? await listEventsOf(deps.db, [orderId], { ...eventPage, upTo }) : []
  return view.toEvents(rows)
}
