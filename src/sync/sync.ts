import { type CartOrder, getCart, requireCartOrder } from '../db/cart.ts'
import { countOnTheirWay, filesOf } from '../db/files.ts'
import { withDb } from '../db/open.ts'
import { getOutboxOf, getOutboxRow, isPending, type StockRow } from '../db/outbox-rows.ts'
import type { OutboxRow, Session } from '../db/rows.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { dropSession } from '../db/session.ts'
import { type Wait, waitForValue } from '../db/wait-for-value.ts'
import { isQuota } from '../lib/caused-by.ts'
import {
  type ContactEntry,
  contactEntry,
  type EventEntry,
  eventEntry,
  logoutEntry,
  type NewEntry,
  type OrderEntry,
  orderEntry,
  type ReviewEntry,
  reviewEntry,
  type StockEntry,
  stockEntry,
} from './entries.ts'
import { bodySentAnyway, eventsBehind, type Replacement, replaceEvent } from './event-entries.ts'
import { accept, isOurs, mayTakeBack } from './outbox-steps.ts'
import type { Change, Snapshot } from './outbox-store.ts'
import type { OutboxAccess } from './outbox-types.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { unsentStocks } from './stock.ts'

// What a person may do with entries that are on the device. Each is one transaction, as the steps in outbox-steps.ts.

/**
 * The orders among entries that are removed. Files may have been chosen under an id that it had before, unless another
 * request that stays has that id too.
 */
function ordersOf(rows: readonly OutboxRow[], removed: readonly OutboxRow[]): string[] {
  const gone = new Set(removed)
  const stays = rows.filter((row) => !gone.has(row))
  return removed.flatMap(({ kind, id, from }) => {
    if (kind !== 'order') return []
    const isOwn = from !== undefined && stays.every((row) => row.id !== from && row.from !== from)
    return isOwn ? [id, from] : [id]
  })
}

/** Puts an order that may be withdrawn back into the cart and removes the entry. Sent again, it is a new request. */
export function editAgain(
  { rows }: Snapshot,
  { id, aside }: { id: string; aside: { id: string; name: string; now: number } },
): Change<boolean> {
  const row = rows.find((each) => each.id === id)
  if (row === undefined || row.payload.kind !== 'order' || !mayTakeBack(row)) return { result: false }
  const { body, display } = row.payload
  const waitingEvents = eventsBehind(rows, row)
  // messages on it are added to its note
  const texts = waitingEvents.flatMap(({ payload }) => ('text' in payload.body ? [payload.body.text] : []))
  const note = [body.wishes?.note, ...texts].filter((text) => text !== undefined).join('\n\n')
  const typed = { ...body.wishes, ...(texts.length > 0 && { note }), ...body.parties }
  const wishes = Object.keys(typed).length > 0 ? typed : undefined
  return {
    result: true,
    remove: [id, ...waitingEvents.map((each) => each.id)],
    gone: { userId: row.userId, orders: ordersOf(rows, [row]) },
    cartBack: { lines: display.lines, wishes, aside },
  }
}

/** Removes an entry that may be withdrawn, and with an order its events. */
export function discard({ rows }: Snapshot, id: string): Change<boolean> {
  const row = rows.find((each) => each.id === id && mayTakeBack(each))
  if (!row) return { result: false }
  const gone = { userId: row.userId, orders: ordersOf(rows, [row]) }
  return { result: true, remove: [id, ...eventsBehind(rows, row).map((each) => each.id)], gone }
}

/** Removes a user's entries: the pending ones and all files that wait, at the person's wish, or the proofs of delivery. */
export function removeAllOf({ rows }: Snapshot, userId: string, which: 'pending' | 'done'): Change<void> {
  const pending = which === 'pending'
  const gone = rows.filter((row) => row.userId === userId && isOurs(row) && isPending(row) === pending)
  const removed = { result: undefined, remove: gone.map(({ id }) => id) }
  if (!pending) return removed
  const ids = gone.flatMap((row) => filesOf(row).map(({ _id }) => _id))
  return { ...removed, gone: { userId, orders: ordersOf(rows, gone) }, filesGone: { userId, ids } }
}

/** What screens do with the stock of a product. */
export function stockSending({ store, enqueue, wake, now, newId }: OutboxAccess) {
  return {
    /** Saves a stock. It replaces the user's earlier stocks of the product that were not sent. */
    enqueueStock: (stock: StockEntry) => enqueue(stockEntry(stock, now())),
    /**
     * 'Set mine again' after a conflict: sends the user's last number for the product again, with the server's number as
     * `seen`. `id` is a UUIDv7 made with the button. Undefined when the refused entry is gone.
     */
    async setStockAgain(refused: StockRow, id: string): Promise<OutboxRow | undefined> {
      const { userId, payload, problem } = refused
      const seen = problem?.countInStock
      if (seen === undefined) return undefined
      const spareId = newId()
      const row = await store.transact((all) => {
        const mine = unsentStocks(all.rows, userId, payload.fishe)
        const last = mine.at(-1)
        // the button was pressed twice, or the user has typed another number
        if (!last || !mine.some((each) => each.id === refused.id)) return { result: undefined }
        const { fishe, display, body } = last.payload
        const session = { userId, name: last.userName, email: last.userEmail }
        const stock = { id, fishe, ...display, body: { ...body, seen }, session }
        return accept(all, stockEntry(stock, now()), spareId)
      })
      wake()
      return row
    },
    /** 'Discard mine': removes the user's stocks of the product that were refused or never sent. */
    async discardStock({ userId, payload }: StockRow): Promise<void> {
      await store.transact((all) => {
        const mine = unsentStocks(all.rows, userId, payload.fishe).filter(mayTakeBack)
        return { result: undefined, remove: mine.map(({ id }) => id) }
      })
      wake()
    },
  }
}

/** What screens do with order events. Every id is a UUIDv7 made when the form or dialog opens (`sync.newId`). */
function eventSending({ store, enqueue, wake, now }: OutboxAccess) {
  const replace = async (replacement: Omit<Replacement, 'now'>): Promise<OutboxRow | undefined> => {
    const row = await store.transact((all) => replaceEvent(all, { ...replacement, now: now() }, mayTakeBack))
    wake()
    return row
  }
  return {
    /**
     * Saves an event of an order (offer, withdrawal, acceptance, message …) and sends it when possible; until then the
     * thread shows it as not sent. The same id and body again change nothing.
     */
    enqueueEvent: (event: EventEntry) => enqueue(eventEntry(event, now())),
    /**
     * 'Edit' of a refused or unsent event: replaces it by `body` under the id `newId`, at the same place in the queue. The old
     * entry stays until then. Undefined when it is gone or being sent.
     */
    replaceEvent: replace,
    /**
     * 'Send anyway': sends the same event again, now as an answer to the thread up to event number `after`, which is what the
     * screen showed. Undefined when the entry is gone, is being sent, or needs no such number.
     */
    async sendAnyway(row: OutboxRow, { newId, after }: { newId: string; after: number }) {
      const body = bodySentAnyway(row, after)
      return body && replace({ id: row.id, newId, body })
    },
    /** 'Ask to renew it': replaces an acceptance that came too late by a message. */
    askToRenew: (id: string, { newId, text }: { newId: string; text: string }) =>
      replace({ id, newId, body: { kind: 'message', text } }),
  }
}

interface OutcomeWait extends Wait {
  /** also ends when a first try has ended without an answer */
  orTried?: boolean
}

/** Waits, at most `within` ms, until an entry is sent, refused or waits for a login. Returns it as it is then. */
function waitForOutcome(
  db: ShopDatabase,
  id: string,
  { orTried = false, ...wait }: OutcomeWait,
): Promise<OutboxRow | undefined> {
  const hasOutcome = (row: OutboxRow | undefined) => {
    const isTried = orTried && row?.state === 'queued' && row.problem !== undefined
    return isTried || (row !== undefined && ['done', 'attention', 'waiting-login'].includes(row.state))
  }
  return waitForValue(() => getOutboxRow(db, id), hasOutcome, wait)
}

export interface SyncOptions extends SenderOptions {
  /** deletes cached pictures when the disk is full */
  freeSpace?: () => Promise<void>
}

/** What a user has on this device that was not sent. */
export interface WaitingCounts {
  entries: number
  files: number
}

/** Runs `work`. When the disk is full, calls `freeSpace` and tries once more. */
async function withRoom<T>(work: () => Promise<T>, freeSpace: () => Promise<void>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isQuota(error)) throw error
    await freeSpace().catch(() => undefined)
    return work()
  }
}

/**
 * Everything that a person sends to the shop goes through here: saved first, then delivered exactly once. What saves rejects where the
 * device cannot save: then nothing is sent, and the form keeps what was typed.
 */
export type Sync = ReturnType<typeof createSync>

export function createSync(options: SyncOptions) {
  const { db, clock, freeSpace = async () => {} } = options
  const { env, wake, run, pass } = createSender(options)
  const { store } = env
  const newId = () => env.newId()
  const pendingOf = async (userId: string) => (await getOutboxOf(db, userId)).filter(isPending)
  const savedCartOrder = () => withRoom(() => withDb(db, () => requireCartOrder(db, newId)), freeSpace)
  const enqueue = async (entry: NewEntry): Promise<OutboxRow> => {
    const spareId = newId()
    // a stock or an event may replace other entries
    const scope = ['stock', 'order-event'].includes(entry.kind)
      ? ({ kind: 'all' } as const)
      : ({ kind: 'entry', id: entry.id } as const)
    const save = () => store.transact((all) => accept(all, entry, spareId), scope)
    const row = await withRoom(save, freeSpace)
    wake('enqueue')
    return row
  }
  const access = { store, enqueue, wake: () => wake('enqueue'), now: () => clock.now(), newId }
  return {
    /** Starts the page's sender; ends with `stop`. Call once per page. */
    run,
    /** One pass: sends what is due, if no other sender is at work, and returns what is left. */
    pass,
    /** Wakes the page's sender. */
    wake,
    /** Tries everything now: ends every wait. */
    sendNow: (): void => wake('button'),
    /** The lines of the cart and the id of the order that they will be, read in one transaction. */
    cartOrder: (): Promise<CartOrder> =>
      savedCartOrder().catch(async (error: unknown) => {
        if (!isQuota(error)) throw error
        return { id: newId(), lines: await getCart(db) }
      }),
    /** Saves an order and removes its lines from the cart. Use the id of the returned row from then on. */
    enqueueOrder: (order: OrderEntry) => enqueue(orderEntry(order, clock.now())),
    /** A new id for an entry. Screens call it once, when a form or dialog opens. */
    newId,
    ...eventSending(access),
    ...stockSending(access),
    /** Saves a review. */
    enqueueReview: (review: Omit<ReviewEntry, 'id'>) => enqueue(reviewEntry({ ...review, id: newId() }, clock.now())),
    /** Saves a contact message. */
    enqueueContact: (contact: Omit<ContactEntry, 'id'>) =>
      enqueue(contactEntry({ ...contact, id: newId() }, clock.now())),
    /**
     * Waits for the verdict on an entry, at most `within` ms. Returns the entry as it is then; undefined where the database fails
     * meanwhile: the entry is saved all the same.
     */
    waitForOutcome: (id: string, wait: { within: number; signal?: AbortSignal; orTried?: boolean }) =>
      waitForOutcome(db, id, wait).catch(() => undefined),
    /**
     * Puts the lines of a refused or never sent order back into the cart and removes the entry. Lines already in the cart become
     * a draft named `asideName`. False when the entry is gone.
     */
    editAgain: (id: string, asideName = '') =>
      store.transact((all) => editAgain(all, { id, aside: { id: newId(), name: asideName, now: clock.now() } })),
    /**
     * Removes an entry that was refused or never sent; entries that waited for it continue. False when it is gone or being
     * sent.
     */
    async discard(id: string): Promise<boolean> {
      const isRemoved = await store.transact((all) => discard(all, id))
      wake('enqueue')
      return isRemoved
    },
    /**
     * Logs out on this device at once. An outbox entry ends the session on the server with the next connection. Where it cannot
     * be saved, the request is sent directly, which fails without a connection.
     */
    async logout({ token }: Session): Promise<void> {
      const entry = logoutEntry({ id: newId(), token }, clock.now())
      const save = () => store.transact((all): Change<unknown> => ({ ...accept(all, entry, entry.id), session: null }))
      try {
        await dropSession(db, () => withRoom(save, freeSpace))
        wake('enqueue')
      } catch {
        // the entry could not be saved
        void env.send({ seq: 0, ...entry }, token).catch(() => undefined)
        await dropSession(db)
      }
    },
    /** The user's requests that have not reached the server. */
    pendingOf,
    /** How many they are, and how many files of messages that have gone; the screen asks about them before a logout. */
    waitingOf: async (userId: string): Promise<WaitingCounts> => ({
      entries: (await pendingOf(userId)).length,
      files: await countOnTheirWay(db, userId),
    }),
    /** Removes them and the files that wait, when the person chooses so at logout. */
    discardAllOf: (userId: string) => store.transact((all) => removeAllOf(all, userId, 'pending')),
    /** At logout: removes the user's delivered entries. Pending ones stay, hidden from other users. */
    forgetUser: (userId: string) => store.transact((all) => removeAllOf(all, userId, 'done')),
    /** Entries as JSON text, for a file to download. */
    exportEntries: (rows: OutboxRow[]): string => JSON.stringify({ app: 'quayside', entries: rows }, null, 2),
  }
}
