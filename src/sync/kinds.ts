import { changedBook } from '../../contract/accounts.ts'
import type { CallName } from '../../contract/calls.ts'
import { limits } from '../../contract/limits.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import type { Outgoing } from '../api/exchange.ts'
import {
  type Change,
  type EventRow,
  hasLeft,
  isEventRow,
  isStockRow,
  isUnsent,
  type Snapshot,
  type StockRow,
} from '../db/outbox-rows.ts'
import type { CartLine, OutboxPayload, OutboxRow, Session } from '../db/rows.ts'
import { isRecord } from '../lib/record.ts'

// What the kinds of entries have of their own; their words for people are in ui/entry-kinds.tsx.

type KindName = OutboxPayload['kind']
/** An entry before it has its place in the queue. */
export type NewEntry = Omit<OutboxRow, 'seq'>
type EntryWith<P> = NewEntry & { payload: P }
type EntryOf<K extends KindName> = EntryWith<Extract<OutboxPayload, { kind: K }>>

/** A new entry in its place in the queue (at the end by default), and the ids of the entries that it replaces. */
interface Placed {
  entry: NewEntry
  seq?: number
  remove: string[]
}

interface EntryKind<P> {
  /** of the row's shape; 2 where the first app does not know the kind, so that it leaves these rows alone */
  version: 1 | 2
  /** the request that sends it, without its key */
  request(entry: EntryWith<P>): [CallName, Outgoing]
  /** what it is about */
  subject?(entry: EntryWith<P>): string
  /** it waits for earlier entries of its user about the same */
  waitsForEarlier?: true
  place?(rows: readonly OutboxRow[], entry: EntryWith<P>): Placed
  /** what makes two entries under one id the same; by default the body */
  content?(payload: P): unknown
  /** whether its answer carries an order: a new one, whose reference is made from the entry's id, or one with a new event */
  order?: 'new' | 'known'
  /** what a refusal tells besides its problem */
  refusal?(json: Record<string, unknown>): Pick<NonNullable<OutboxRow['problem']>, 'countInStock'>
  /** what else its delivery changes on the device; `session`: if it is its author's */
  delivered?(entry: EntryWith<P>, session: Session | undefined): Pick<Change<unknown>, 'stockSent' | 'session'>
  /** ends a session by the token in it: it belongs to nobody, is no request of a person, and waits for no other entry */
  token?(payload: P): string
}

const kinds: { [K in KindName]: EntryKind<Extract<OutboxPayload, { kind: K }>> } = {
  order: {
    version: 1,
    request: ({ payload: { body, display } }) => {
      const orderItems = body.orderItems.map((item) => ({ ...productFields(display.lines, item.fishe), ...item }))
      return ['createOrder', { body: { ...body, orderItems } }]
    },
    subject: ({ id }) => `order ${id}`,
    order: 'new',
  },
  'order-event': {
    version: 2,
    request: ({ payload: { order: id, body }, instead }) => [
      'addOrderEvent',
      { body: { ...body, ...(instead && { replaces: instead }) }, params: { id } },
    ],
    subject: ({ payload }) => `order ${payload.order}`,
    waitsForEarlier: true,
    place: placeEvent,
    // the thread may go on between two presses
    content: ({ body }) => ('after' in body ? { ...body, after: 0 } : body),
    order: 'known',
  },
  stock: {
    version: 2,
    request: ({ payload: { fishe: id, body } }) => ['setStock', { body, params: { id } }],
    subject: ({ payload }) => `stock ${payload.fishe}`,
    waitsForEarlier: true,
    place: placeStock,
    content: ({ fishe, body }) => [fishe, body.countInStock],
    refusal: ({ countInStock: now }) => (typeof now === 'number' ? { countInStock: now } : {}),
    delivered: ({ payload: { fishe, body } }) => ({ stockSent: { fishe, ...body } }),
  },
  'stock-alert': {
    version: 2,
    request: ({ payload: { fishe: id, isOn } }) => [isOn ? 'addStockAlert' : 'removeStockAlert', { params: { id } }],
    subject: ({ payload }) => `alert ${payload.fishe}`,
    waitsForEarlier: true,
    content: ({ fishe, isOn }) => [fishe, isOn],
  },
  address: {
    version: 2,
    request: ({ payload: { body } }) => ['changeAddresses', { body }],
    subject: ({ userId }) => `addresses ${userId}`,
    waitsForEarlier: true,
    delivered: ({ payload: { body } }, session) =>
      session ? { session: { ...session, addresses: changedBook(session.addresses ?? [], body) } } : {},
  },
  review: { version: 1, request: ({ payload: { fishe: id, body } }) => ['createReview', { body, params: { id } }] },
  contact: { version: 1, request: ({ payload: { body } }) => ['sendContact', { body }] },
  logout: { version: 2, request: () => ['logout', {}], token: ({ token }) => token },
}

/** The kind of an entry. Its functions get the entry that it was asked for. */
export const kindOf = ({ kind }: Pick<OutboxRow, 'kind'>): EntryKind<OutboxPayload> => kinds[kind]

/** Who accepts an entry. */
export type Author = Pick<Session, 'userId' | 'name' | 'email'>

/** An entry of its author; a visitor's message and a logout have none. */
export function newEntry(
  payload: OutboxPayload,
  { id, session, now }: { id: string; session?: Author | undefined; now: number },
): NewEntry {
  const { userId = '', name: userName = '', email: userEmail = '' } = session ?? {}
  const { kind } = payload
  const tries = { attempts: 0, failures: 0, nextAt: now, wait: 0 }
  return {
    id,
    v: kindOf({ kind }).version,
    kind,
    userId,
    userName,
    userEmail,
    payload,
    state: 'queued',
    ...tries,
    createdAt: now,
  }
}

/** Whether this version of the app may change the entry. */
export const mayChange = (row: OutboxRow) => row.v === kindOf(row).version

/** Whether a person may still revoke an entry: the server refused it, or it has never left the device. */
export function isRevocable(row: OutboxRow): boolean {
  // what it replaces may have left the device
  const isHere = isWaiting(row) && !hasLeft(row) && !row.instead
  return mayChange(row) && !kindOf(row).token && (row.state === 'attention' || isHere)
}

/** Whether an entry waits for its order, an earlier event of that order or an earlier stock of its product. */
export function isHeld(rows: readonly OutboxRow[], row: OutboxRow): boolean {
  const { waitsForEarlier, subject } = kindOf(row)
  if (!waitsForEarlier) return false
  const about = subject?.(row)
  return rows.some(
    (earlier) =>
      earlier.seq < row.seq &&
      earlier.userId === row.userId &&
      earlier.state !== 'done' &&
      kindOf(earlier).subject?.(earlier) === about,
  )
}

export function isSameContent(one: OutboxPayload, other: OutboxPayload): boolean {
  const [content, others] = [one, other].map((each) => JSON.stringify(kindOf(each).content?.(each) ?? each.body))
  return content === others
}

/** The stock on the server, in the refusal of a stock. */
export const refusedWith = (row: OutboxRow, json: unknown) => (isRecord(json) ? kindOf(row).refusal?.(json) : undefined)

/** What the buyer saw of a product. Other servers store name and picture from here; ours uses its own. */
function productFields(lines: CartLine[], fishe: string) {
  const line = lines.find((each) => each.fishe === fishe)
  if (line === undefined) return {}
  const { trade_name, image, size, weight, countInStock } = line
  return { name: trade_name, trade_name, image, size, weight, countInStock }
}

// Stocks: a new one replaces those of its author that were refused or never sent.

/** The user's stocks of a product that have not reached the server, oldest first. */
export function unsentStocks(rows: readonly OutboxRow[], userId: string, fishe: string): StockRow[] {
  return rows.filter(isStockRow).filter((row) => row.userId === userId && row.payload.fishe === fishe && isUnsent(row))
}

/** Its `seen` is the number of an entry that may have been sent, else that of the one that it replaces. */
function placeStock(rows: readonly OutboxRow[], entry: EntryOf<'stock'>): Placed {
  const { payload, userId } = entry
  const mine = unsentStocks(rows, userId, payload.fishe)
  const replaced = mine.filter(isRevocable)
  const tried = mine.findLast((row) => !isRevocable(row))
  const [first] = replaced
  // had the server refused the replaced one, `seen` counts only where it is the number it answered
  const given = payload.body.seen
  const own = !first || first.problem?.countInStock === given ? given : first.payload.body.seen
  const seen = tried?.payload.body.countInStock ?? own
  return {
    entry: { ...entry, payload: { ...payload, body: { ...payload.body, seen } } },
    remove: replaced.map(({ id }) => id),
  }
}

// Order events. The server lets no own event conflict with another one: a new offer replaces the one that waits, and names
// it where that one may have arrived.

/** The events of an order that is itself in the outbox. */
export function eventsBehind(rows: readonly OutboxRow[], row: OutboxRow): EventRow[] {
  if (kindOf(row).order !== 'new') return []
  return rows.filter(isEventRow).filter(({ payload }) => payload.order === row.id)
}

/** The events of an order that gets a new id, with that id. */
export function moveEvents(rows: readonly OutboxRow[], order: OutboxRow, newId: string): OutboxRow[] {
  return eventsBehind(rows, order).map((row) => ({ ...row, payload: { ...row.payload, order: newId } }))
}

function placeEvent(rows: readonly OutboxRow[], entry: EntryOf<'order-event'>): Placed {
  const payload = { ...entry.payload, order: currentOrder(rows, entry.payload.order) }
  return replacing(supersededOffers(rows, { ...entry, payload }), { ...entry, payload })
}

/** The present id of an order: a screen may still use an old one. */
function currentOrder(rows: readonly OutboxRow[], order: string): string {
  // an order under that id is meant, although another request may have begun under it too
  if (rows.some(({ id }) => id === order)) return order
  return rows.find((row) => kindOf(row).order === 'new' && row.from === order)?.id ?? order
}

/** An event in the place of the first of those that it replaces. */
function replacing(replaced: readonly EventRow[], entry: NewEntry): Placed {
  const [first] = replaced
  const seq = first && { seq: first.seq }
  return {
    entry: { ...entry, ...withReplaced(replaced.flatMap(replacedIds)) },
    ...seq,
    remove: replaced.map(({ id }) => id),
  }
}

/** The offers of the same author and order that are not being sent, for a new offer. */
function supersededOffers(rows: readonly OutboxRow[], { userId, payload }: EntryOf<'order-event'>): EventRow[] {
  const { order, body } = payload
  if (body.kind !== 'offer') return []
  const mine = rows.filter(isEventRow).filter((row) => row.userId === userId && row.payload.order === order)
  return mine.filter((row) => row.payload.body.kind === 'offer' && (isRevocable(row) || mayHaveArrived(row, body)))
}

/**
 * Whether an event may be replaced although it may have reached the server: both have `after`, and the new one names the
 * replaced one, which the server then takes before it or never.
 */
const mayHaveArrived = (row: EventRow, body: OrderEventInput): boolean =>
  isWaiting(row) && 'after' in row.payload.body && 'after' in body

/** Ids of replaced events that the server may have got, should this one be replaced. */
function replacedIds(row: EventRow): string[] {
  return [...(row.instead ?? []), ...(isWaiting(row) && hasLeft(row) ? [row.id] : [])]
}

const withReplaced = (instead: string[]): Pick<OutboxRow, 'instead'> =>
  instead.length > 0 ? { instead: instead.slice(-limits.replacedEvents) } : {}

/** Of two waiting offers of a request, the newer takes the older's place; it was made while the older was being sent. */
export function supersedeQueuedOffer(rows: readonly OutboxRow[]): { put: OutboxRow[]; remove: string[] } | undefined {
  const offers = rows.filter(isEventRow).filter((row) => row.payload.body.kind === 'offer' && isWaiting(row))
  for (const older of offers) {
    const { id, seq, nextAt, wait, userId, payload } = older
    const isNewer = (row: EventRow) => row.seq > seq && row.userId === userId && row.payload.order === payload.order
    const newer = offers.findLast((row) => isNewer(row) && isRevocable(row))
    if (newer) return { put: [{ ...newer, seq, nextAt, wait, ...withReplaced(replacedIds(older)) }], remove: [id] }
  }
  return undefined
}

const isWaiting = ({ state }: OutboxRow): boolean => state === 'queued' || state === 'waiting-login'

export interface Replacement {
  /** the refused entry, or one that was never tried */
  id: string
  /** a UUIDv7 made when the dialog opened */
  newId: string
  /** the event in its place */
  body: OrderEventInput
  now: number
}

/**
 * Replaces an event by a new entry with its own id, at the same place in the queue. Undefined when the entry is gone or being
 * sent, or may have reached the server and the server could take both.
 */
export function replaceEvent(
  { rows }: Snapshot,
  { id, newId, body, now }: Replacement,
  mayReplace = isRevocable,
): Change<OutboxRow | undefined> {
  const old = rows.find((row) => row.id === id)
  if (!old || !isEventRow(old) || !(mayReplace(old) || mayHaveArrived(old, body))) return { result: undefined }
  const { userId, userName: name, userEmail: email } = old
  const payload = { ...old.payload, body }
  const entry = newEntry(payload, { id: newId, session: { userId, name, email }, now })
  const others = supersededOffers(rows, { ...entry, payload }).filter((row) => row !== old)
  const placed = replacing([old, ...others], entry)
  const next = { ...placed.entry, seq: old.seq }
  return { result: next, put: [next], remove: placed.remove }
}

/** Whether a waiting event can still be replaced by another of its kind. */
export const canBeEdited = (row: EventRow): boolean => isRevocable(row) || mayHaveArrived(row, row.payload.body)

/** The same event as an answer to the thread up to event number `after`; undefined for events without that field. */
export function bodySentAnyway(row: OutboxRow, after: number): OrderEventInput | undefined {
  if (!isEventRow(row)) return undefined
  const { body } = row.payload
  return 'after' in body ? { ...body, after } : undefined
}

type RefusalAction = 'open-offer' | 'ask-to-renew' | 'send-anyway' | 'edit' | 'discard'

/** What a person can do about a refused event, in the order of the buttons. */
export function refusalActions({ payload, problem, state }: OutboxRow): RefusalAction[] {
  if (payload.kind !== 'order-event' || state !== 'attention') return []
  const { kind } = payload.body
  const code = problem?.code
  const isLate = code === 'offer-not-current' || code === 'offer-expired'
  if (isLate && (kind === 'accept' || kind === 'decline')) return ['open-offer', 'ask-to-renew', 'discard']
  if (isLate && kind === 'counter') return ['open-offer', 'discard']
  const edit: RefusalAction[] = kind === 'offer' ? ['edit'] : []
  if (code === 'order-changed') return ['send-anyway', ...edit, 'discard']
  // the server named the wrong field
  return code === 'invalid-fields' ? [...edit, 'discard'] : ['discard']
}
