import { isQuota } from '../../lib/caused-by.ts'
import { type CartOrder, getCart, requireCartOrder } from '../cart/cart.ts'
import { countOnTheirWay } from '../files/file-store.ts'
import type { OutboxRow, Session } from '../rows.ts'
import { dropSession, getSession } from '../session/session.ts'
import { removeValue } from '../values.ts'
import { withDb } from '../with-db.ts'
import { NotSaved, withRoom } from './enqueue.ts'
import {
  type ContactEntry,
  contactEntry,
  logoutEntry,
  type NewEntry,
  type OrderEntry,
  orderEntry,
  type ReviewEntry,
  reviewEntry,
} from './entries.ts'
import { ask } from './outbox.ts'
import { getOutboxOf, isPending } from './outbox-rows.ts'
import { accept, canSend, settle } from './outbox-steps.ts'
import type { Change } from './outbox-store.ts'
import { eventSending } from './send-event.ts'
import { stockSending } from './send-stock.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { discard, editAgain, removeAllOf } from './take-back.ts'
import { unanswered } from './verdict.ts'
import { waitForOutcome } from './wait-for-outcome.ts'

export interface SyncOptions extends SenderOptions {
  /** deletes cached pictures when the disk is full */
  freeSpace?: () => Promise<void>
}

/** What a user has on this device that was not sent. */
export interface WaitingCounts {
  entries: number
  files: number
}

/** Everything that a person sends to the shop goes through here: saved first, then delivered exactly once. */
export type Sync = ReturnType<typeof createSync>

export function createSync(options: SyncOptions) {
  const { db, clock, freeSpace = async () => {} } = options
  const { env, wake, run, pass } = createSender(options)
  const { store } = env
  const newId = () => env.newId()
  const pendingOf = async (userId: string) => (await getOutboxOf(db, userId)).filter(isPending)
  /** replaces the saved order id while the disk is full, until the order is accepted */
  let pageOrderId: string | undefined
  const savedCartOrder = () => withRoom(() => withDb(db, () => requireCartOrder(db, newId)), freeSpace)
  const enqueue = async (entry: NewEntry): Promise<OutboxRow> => {
    const spareId = newId()
    // a stock or an event may replace other entries
    const scope = ['stock', 'order-event'].includes(entry.kind)
      ? ({ kind: 'all' } as const)
      : ({ kind: 'entry', id: entry.id } as const)
    const save = () => store.transact((all) => accept(all, entry, spareId), scope)
    const row = await withRoom(save, freeSpace).catch((cause: unknown) => {
      throw new NotSaved(entry, cause)
    })
    if (row.kind === 'order') pageOrderId = undefined
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
        pageOrderId ??= newId()
        return { id: pageOrderId, lines: await getCart(db) }
      }),
    /** Saves an order and removes its lines from the cart. Throws `NotSaved`. Use the id of the returned row from then on. */
    enqueueOrder: (order: OrderEntry) => enqueue(orderEntry(order, clock.now())),
    /** A new id for an entry. Screens call it once, when a form or dialog opens. */
    newId,
    ...eventSending(access),
    ...stockSending(access),
    /** Saves a review. Throws `NotSaved`. */
    enqueueReview: (review: Omit<ReviewEntry, 'id'>) => enqueue(reviewEntry({ ...review, id: newId() }, clock.now())),
    /** Saves a contact message. Throws `NotSaved`. */
    enqueueContact: (contact: Omit<ContactEntry, 'id'>) =>
      enqueue(contactEntry({ ...contact, id: newId() }, clock.now())),
    /**
     * Waits for the verdict on an entry, at most `within` ms. Returns the entry as it is then; undefined where the database fails
     * meanwhile: the entry is saved all the same.
     */
    waitForOutcome: (id: string, wait: { within: number; signal?: AbortSignal; orTried?: boolean }) =>
      waitForOutcome(db, id, wait).catch(() => undefined),
    /**
     * Sends, once and under its own key, an entry that the device could not save. Returns it with its new state. The page holds
     * the only copy: call again with the returned row while it is `queued`.
     */
    async sendDirect(entry: NewEntry | OutboxRow): Promise<OutboxRow> {
      const row: OutboxRow = { seq: 0, ...entry, state: 'sending', attempts: entry.attempts + 1 }
      const session = await getSession(db).catch(() => undefined)
      if (!canSend(row, session)) return { ...row, state: 'waiting-login' }
      const token = row.userId === '' ? undefined : session?.token
      const result = await ask(env, { row, token }).catch(unanswered)
      const outcome = { id: row.id, verdict: result, token, now: clock.now(), wait: 0, newId: newId() }
      // a delivered order must leave the cart, and its id must not be used again
      if (result.kind === 'done' && row.payload.kind === 'order') {
        pageOrderId = undefined
        const cartSent = row.payload.display.lines
        await store.transact(() => ({ result: undefined, cartSent })).catch(() => undefined)
      }
      // a refused request is sent again as it is then, under an id of its own
      if (result.kind === 'attention' && row.kind === 'order') {
        pageOrderId = undefined
        await removeValue(db, 'order-id').catch(() => undefined)
      }
      return settle({ rows: [row], session }, outcome).put?.[0] ?? row
    },
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
