import { v7 as uuidv7 } from 'uuid'
import { getCart } from '../db/cart.ts'
import { type CartOrder, requireCartOrder } from '../db/order-id.ts'
import type { Change } from '../db/outbox.ts'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import type { OutboxRow, Session } from '../db/rows.ts'
import { dropSession, getSession } from '../db/session.ts'
import { isQuota, withDb } from '../db/with-db.ts'
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
import { accept, canSend, discard, editAgain, removeAllOf, settle } from './outbox-steps.ts'
import { eventSending } from './send-event.ts'
import { stockSending } from './send-stock.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { unanswered } from './verdict.ts'
import { waitForOutcome } from './wait-for-outcome.ts'

export interface SyncOptions extends SenderOptions {
  /** gives up cached pictures when the disk is full */
  freeSpace?: () => Promise<void>
}

export type { WakeReason } from './sender.ts'

/** Everything that leaves the device for the shop goes through here: saved first, then sent exactly once. */
export type Sync = ReturnType<typeof createSync>

export function createSync(options: SyncOptions) {
  const { db, clock, newId = () => uuidv7(), freeSpace = async () => {} } = options
  const { env, wake, run, pass } = createSender(options)
  const { store } = env
  /** where the disk has no room for it: the order id of this page, until its order was accepted */
  let pageOrderId: string | undefined
  const savedCartOrder = () => withRoom(() => withDb(db, () => requireCartOrder(db, newId)), freeSpace)
  const enqueue = async (entry: NewEntry): Promise<OutboxRow> => {
    const spareId = newId()
    // a stock takes the place of others
    const scope = entry.kind === 'stock' ? ({ kind: 'all' } as const) : ({ kind: 'entry', id: entry.id } as const)
    const save = () => store.transact((all) => accept(all, entry, spareId), scope)
    const row = await withRoom(save, freeSpace).catch((cause: unknown) => {
      throw new NotSaved(entry, cause)
    })
    if (row.kind === 'order') pageOrderId = undefined
    wake('enqueue')
    return row
  }
  const hands = { store, enqueue, wake: () => wake('enqueue'), now: () => clock.now(), newId }
  return {
    /** Starts the page's sender; ends with `stop`. Call once per page. */
    run,
    /** One pass: sends what is due if no other sender does, and says what is left. */
    pass,
    /** Wakes the page's sender. */
    wake,
    /** The person wants everything tried now: ends every wait. */
    sendNow: (): void => wake('button'),
    /** The lines of the cart and the id of the order that they become, read in one transaction. */
    cartOrder: (): Promise<CartOrder> =>
      savedCartOrder().catch(async (error: unknown) => {
        if (!isQuota(error)) throw error
        pageOrderId ??= newId()
        return { id: pageOrderId, lines: await getCart(db) }
      }),
    /** Saves an order and takes its lines out of the cart. Throws `NotSaved`. Go on with the answered row's id. */
    enqueueOrder: (order: OrderEntry) => enqueue(orderEntry(order, clock.now())),
    /** An id for an entry whose screen makes it: once, when its form or dialog opens. */
    newId,
    ...eventSending(hands),
    ...stockSending(hands),
    /** Saves a review. Throws `NotSaved`. */
    enqueueReview: (review: Omit<ReviewEntry, 'id'>) => enqueue(reviewEntry({ ...review, id: newId() }, clock.now())),
    /** Saves a contact message. Throws `NotSaved`. */
    enqueueContact: (contact: Omit<ContactEntry, 'id'>) =>
      enqueue(contactEntry({ ...contact, id: newId() }, clock.now())),
    /** Waits for the verdict on an entry, at most `within` ms; answers the entry as it is then. */
    waitForOutcome: (id: string, wait: { within: number; signal?: AbortSignal }) => waitForOutcome(db, id, wait),
    /**
     * Sends, once and under its own key, an entry that the device could not save. Answers it with its new state; the page
     * holds the only copy, so call again with the answered row while it is `queued`.
     */
    async sendDirect(entry: NewEntry | OutboxRow): Promise<OutboxRow> {
      const row: OutboxRow = { seq: 0, ...entry, state: 'sending', attempts: entry.attempts + 1 }
      const session = await getSession(db).catch(() => undefined)
      if (!canSend(row, session)) return { ...row, state: 'waiting-login' }
      const token = row.userId === '' ? undefined : session?.token
      const result = await ask(env, { row, token }).catch(unanswered)
      const outcome = { id: row.id, verdict: result, token, now: clock.now(), wait: 0, newId: newId() }
      // what has arrived must not stay in the cart, nor its id wait for another request
      if (result.kind === 'done' && row.payload.kind === 'order') {
        pageOrderId = undefined
        const cartSent = row.payload.display.lines
        await store.transact(() => ({ result: undefined, cartSent })).catch(() => undefined)
      }
      return settle({ rows: [row], session }, outcome).put?.[0] ?? row
    },
    /**
     * Puts the lines of an order, refused or never tried, back into the cart and removes the entry; lines already in the
     * cart become a draft named `asideName`. False when the entry is not there any more.
     */
    editAgain: (id: string, asideName = '') =>
      store.transact((all) => editAgain(all, { id, aside: { id: newId(), name: asideName, now: clock.now() } })),
    /**
     * Removes an entry that was refused or never tried; what waited behind it goes on. False when it is not there any
     * more, or on its way.
     */
    async discard(id: string): Promise<boolean> {
      const isGone = await store.transact((all) => discard(all, id))
      wake('enqueue')
      return isGone
    },
    /**
     * Logs out on this device at once; the entry that ends the token on the server goes with the next connection. Where
     * the device cannot save it, the request goes out directly, which fails without a connection.
     */
    async logout({ token, expired }: Session): Promise<void> {
      const entry = logoutEntry({ id: newId(), token }, clock.now())
      const save = () => store.transact((all): Change<unknown> => ({ ...accept(all, entry, entry.id), session: null }))
      if (expired) return dropSession(db)
      const failure = await dropSession(db, () => withRoom(save, freeSpace)).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      if (!failure) return wake('enqueue')
      void env.send({ seq: 0, ...entry }, token).catch(() => undefined)
      await dropSession(db)
    },
    /** What of this user has not reached the server: ask before logging out. */
    pendingOf: async (userId: string) => (await getOutboxOf(db, userId)).filter(isPending),
    /** Removes all that this user has not sent: the person chose so at logout. */
    discardAllOf: (userId: string) => store.transact((all) => removeAllOf(all, userId, 'pending')),
    /** At logout: removes the user's delivered entries. Pending ones stay, hidden from everybody else. */
    forgetUser: (userId: string) => store.transact((all) => removeAllOf(all, userId, 'done')),
    /** Entries as JSON text, for a file of the person's own. */
    exportEntries: (rows: OutboxRow[]): string => JSON.stringify({ app: 'quayside', entries: rows }, null, 2),
  }
}
