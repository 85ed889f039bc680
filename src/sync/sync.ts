import { v7 as uuidv7 } from 'uuid'
import { isQuota } from '../db/causes.ts'
import { requireOrderId } from '../db/order-id.ts'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import { withDb } from '../db/with-db.ts'
import { keepEntry, withRoom } from './enqueue.ts'
import {
  type ContactEntry,
  contactEntry,
  type NewEntry,
  type OrderEntry,
  orderEntry,
  type ReviewEntry,
  reviewEntry,
} from './entries.ts'
import { exportEntries } from './export-entries.ts'
import { createKeeper } from './keeper.ts'
import { ask } from './outbox.ts'
import { discard, editAgain, mayGo, removeAllOf, settle } from './outbox-steps.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { settled } from './settled.ts'
import { unanswered } from './verdict.ts'

export interface SyncOptions extends SenderOptions {
  newId?: () => string
  /** gives up cached pictures when the disk is full */
  freeSpace?: () => Promise<void>
}

export type { WakeReason } from './sender.ts'

/** Everything that leaves the device for the shop goes through here: kept first, sent then, once. */
export type Sync = ReturnType<typeof createSync>

export function createSync(options: SyncOptions) {
  const { db, clock, newId = () => uuidv7(), freeSpace = async () => {} } = options
  const { env, wake, run, pass } = createSender(options)
  const { store } = env
  const keep = createKeeper(store, newId)
  /** on a disk without room for it: the order id of this page, until its order was accepted */
  let pageOrderId: string | undefined
  const keptOrderId = () => withRoom(() => withDb(db, () => requireOrderId(db, newId)), freeSpace)
  const enqueue = async (entry: NewEntry): Promise<OutboxRow> => {
    const row = await keepEntry(entry, { keep, freeSpace })
    if (row.kind === 'order') pageOrderId = undefined
    wake('enqueue')
    return row
  }
  return {
    /** Starts the page's sender; ends with `stop`. Call once per page. */
    run,
    /** One pass: sends what is due if nobody else does, and says what is left. */
    pass,
    /** Tells the page's sender to look now. */
    wake,
    /** The person wants everything tried now, whatever was agreed about waiting. */
    sendNow: (): void => wake('button'),
    /** The id of the cart in hand as an order: make it when the place-order screen opens. Use a live query to follow it. */
    orderId: (): Promise<string> =>
      keptOrderId().catch((error: unknown) => {
        if (!isQuota(error)) throw error
        pageOrderId ??= newId()
        return pageOrderId
      }),
    /** Keeps an order, empties the cart. Throws `NotSaved`. Go on with the answered row's id. */
    enqueueOrder: (order: OrderEntry) => enqueue(orderEntry(order, clock.now())),
    /** Keeps a review. Throws `NotSaved`. */
    enqueueReview: (review: Omit<ReviewEntry, 'id'>) => enqueue(reviewEntry({ ...review, id: newId() }, clock.now())),
    /** Keeps a contact message. Throws `NotSaved`. */
    enqueueContact: (contact: Omit<ContactEntry, 'id'>) =>
      enqueue(contactEntry({ ...contact, id: newId() }, clock.now())),
    /** Waits for the verdict on an entry, at most `within` ms; answers the entry as it is then. */
    settled: (id: string, wait: { within: number; signal?: AbortSignal }) => settled(db, id, wait),
    /**
     * Sends, once and under its own key, an entry that the device did not keep. Answers it with its new state; the page
     * holds the only copy, so call again with the answered row while it is `queued`.
     */
    async sendDirect(entry: NewEntry | OutboxRow): Promise<OutboxRow> {
      const row: OutboxRow = { seq: 0, ...entry, state: 'sending', attempts: entry.attempts + 1 }
      const session = await getSession(db).catch(() => undefined)
      if (!mayGo(row, session)) return { ...row, state: 'waiting-login' }
      const token = row.userId === '' ? undefined : session?.token
      const judged = await ask(env, { row, token }).catch(unanswered)
      const outcome = { id: row.id, verdict: judged, token, now: clock.now(), wait: 0 }
      // what has arrived must not stand in the cart, nor its id wait for another request
      if (judged.is === 'done' && row.kind === 'order') {
        pageOrderId = undefined
        await store.transact(() => ({ result: undefined, cartSent: true })).catch(() => undefined)
      }
      return settle({ rows: [row], session }, outcome).put?.[0] ?? row
    },
    /**
     * Puts the lines of an order, refused or never tried, back into the cart and removes the entry; lines in hand become a list named
     * `asideName`. False when the entry is not there any more. Sent again, it is a new request with a new id.
     */
    editAgain: (id: string, asideName = '') =>
      store.transact((all) => editAgain(all, { id, aside: { id: newId(), name: asideName, now: clock.now() } })),
    /** Removes an entry that was refused or never tried. False when it is not there any more, or on its way. */
    discard: (id: string) => store.transact((all) => discard(all, id)),
    /** What of this user has not reached the server: ask before logging out. */
    pendingOf: async (userId: string) => (await getOutboxOf(db, userId)).filter(isPending),
    /** Removes all that this user has not sent: the person chose so at logout. */
    discardAllOf: (userId: string) => store.transact((all) => removeAllOf(all, userId, 'pending')),
    /** At logout: drops the user's delivered entries. What waits stays, hidden from everybody else. */
    forgetUser: (userId: string) => store.transact((all) => removeAllOf(all, userId, 'done')),
    exportEntries,
  }
}
