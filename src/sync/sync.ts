import { requireCartOrder } from '../db/cart.ts'
import { askForPull, waitForValue, withDb } from '../db/database.ts'
import type { NewDraft } from '../db/drafts.ts'
import { countOnTheirWay, filesOf } from '../db/files.ts'
import { type Change, getOutboxOf, getOutboxRow, isPending, type Snapshot, type StockRow } from '../db/outbox-rows.ts'
import type { OutboxPayload, OutboxRow, Session } from '../db/rows.ts'
import { dropSession } from '../db/session.ts'
import { isQuota } from '../lib/caused-by.ts'
import {
  type Author,
  bodySentAnyway,
  eventsBehind,
  isRevocable,
  kindOf,
  mayChange,
  type NewEntry,
  newEntry,
  type Replacement,
  replaceEvent,
  unsentStocks,
} from './kinds.ts'
import { createSender, type SenderOptions } from './outbox.ts'
import { accept } from './outbox-steps.ts'

// What a person may do with entries that are on the device. Each is one transaction, as the steps in outbox-steps.ts.

/** The orders among removed entries, also under an earlier id, under which files may have been chosen, unless another entry has it. */
function orderIdsOf(rows: readonly OutboxRow[], removed: readonly OutboxRow[]): string[] {
  const gone = new Set(removed)
  const stays = rows.filter((row) => !gone.has(row))
  return removed.flatMap((row) => {
    const { id, from } = row
    if (kindOf(row).order !== 'new') return []
    const isOwn = from !== undefined && stays.every((each) => each.id !== from && each.from !== from)
    return isOwn ? [id, from] : [id]
  })
}

/** Puts an order that may be withdrawn back into the cart and removes the entry. Sent again, it is a new request. */
export function editAgain({ rows }: Snapshot, { id, stashed }: { id: string; stashed: NewDraft }): Change<boolean> {
  const row = rows.find((each) => each.id === id)
  if (row === undefined || row.payload.kind !== 'order' || !isRevocable(row)) return { result: false }
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
    gone: { userId: row.userId, orders: orderIdsOf(rows, [row]) },
    cartBack: { lines: display.lines, wishes, stashed },
  }
}

/** Removes an entry that may be withdrawn, and with an order its events. */
export function discard({ rows }: Snapshot, id: string): Change<boolean> {
  const row = rows.find((each) => each.id === id && isRevocable(each))
  if (!row) return { result: false }
  const gone = { userId: row.userId, orders: orderIdsOf(rows, [row]) }
  return { result: true, remove: [id, ...eventsBehind(rows, row).map((each) => each.id)], gone }
}

/** Removes a user's entries: the pending ones and all files that wait, at the person's wish, or the proofs of delivery. */
export function removeAllOf({ rows }: Snapshot, userId: string, which: 'pending' | 'done'): Change<void> {
  const pending = which === 'pending'
  const gone = rows.filter((row) => row.userId === userId && mayChange(row) && isPending(row) === pending)
  const removed = { result: undefined, remove: gone.map(({ id }) => id) }
  if (!pending) return removed
  const ids = gone.flatMap((row) => filesOf(row).map(({ _id }) => _id))
  return { ...removed, gone: { userId, orders: orderIdsOf(rows, gone) }, filesGone: { userId, ids } }
}

/** 'Set mine again' after a conflict: the user's last number for the product once more, with the server's number as `seen`. */
export function setStockAgain(
  all: Snapshot,
  { refused, ...ids }: { refused: StockRow; id: string; spareId: string; now: number },
): Change<OutboxRow | undefined> {
  const { userId, payload, problem } = refused
  const mine = unsentStocks(all.rows, userId, payload.fishe)
  const last = mine.at(-1)
  const seen = problem?.countInStock
  // the button was pressed twice, or the user has typed another number
  if (seen === undefined || !last || !mine.some((each) => each.id === refused.id)) return { result: undefined }
  const session = { userId, name: last.userName, email: last.userEmail }
  const stock = { ...last.payload, body: { ...last.payload.body, seen } }
  return accept(all, newEntry(stock, { ...ids, session }), ids.spareId)
}

/** 'Discard mine': removes the user's stocks of the product that were refused or never sent. */
export function discardStock({ rows }: Snapshot, { userId, payload }: StockRow): Change<undefined> {
  const mine = unsentStocks(rows, userId, payload.fishe).filter(isRevocable)
  return { result: undefined, remove: mine.map(({ id }) => id) }
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

/** Everything that a person sends is saved first and then delivered once. What saves rejects where the device cannot. */
export type Sync = ReturnType<typeof createSync>

export function createSync(options: SyncOptions) {
  const { db, clock, freeSpace = async () => {} } = options
  const { env, outbox } = createSender(options)
  const { store } = env
  const newId = () => env.newId()
  const pendingOf = async (userId: string) => (await getOutboxOf(db, userId)).filter(isPending)
  const enqueue = (entry: NewEntry): Promise<OutboxRow> => {
    const spareId = newId()
    return withRoom(() => store.transact((all) => accept(all, entry, spareId)), freeSpace)
  }
  const replace = (replacement: Omit<Replacement, 'now'>): Promise<OutboxRow | undefined> =>
    store.transact((all) => replaceEvent(all, { ...replacement, now: clock.now() }))
  return {
    /** for whoever holds the device's lock */
    outbox,
    /** Tries everything now: ends every wait. */
    sendNow: (): void => void outbox.endWaits('all').catch(() => undefined),
    /** The network may be back: entries without an answer wait no longer. */
    retryUnanswered: (): void => void outbox.endWaits('unanswered').catch(() => undefined),
    /** Asks whoever holds the device's lock for a pull of these feeds. */
    pull: (...feeds: ('orders' | 'catalogue')[]): void => void askForPull(db, feeds).catch(() => undefined),
    /** The lines of the cart and the id of the order that they will be, read in one transaction. */
    cartOrder: () => withRoom(() => withDb(db, () => requireCartOrder(db, newId)), freeSpace),
    /** A new id for an entry. Screens call it once, when a form or dialog opens. */
    newId,
    /** Saves an entry, once for an id and content; the returned row has the id that counts. An order takes its lines out of the cart. */
    enqueue: (payload: OutboxPayload, { id = newId(), session }: { id?: string; session?: Author | undefined }) =>
      enqueue(newEntry(payload, { id, session, now: clock.now() })),
    /** Replaces a refused or unsent event by `body` under the id `newId`. Undefined when it is gone or being sent. */
    replaceEvent: replace,
    /** 'Send anyway': the same event as an answer to the thread up to number `after`, which is what the screen showed. */
    async sendAnyway(row: OutboxRow, { newId, after }: { newId: string; after: number }) {
      const body = bodySentAnyway(row, after)
      return body && replace({ id: row.id, newId, body })
    },
    /** 'Ask to renew it': replaces an acceptance that came too late by a message. */
    askToRenew: (id: string, { newId, text }: { newId: string; text: string }) =>
      replace({ id, newId, body: { kind: 'message', text } }),
    /** `id` is a UUIDv7 made with the button. Undefined when the refused entry is gone. */
    setStockAgain: (refused: StockRow, id: string) => {
      const ids = { id, spareId: newId(), now: clock.now() }
      return store.transact((all) => setStockAgain(all, { refused, ...ids }))
    },
    discardStock: (row: StockRow) => store.transact((all) => discardStock(all, row)),
    /** An entry once it is sent, refused or waits for a login, or as it is after `milliseconds`. */
    waitForOutcome: (id: string, milliseconds: number): Promise<OutboxRow | undefined> => {
      const hasOutcome = (row?: OutboxRow) => row?.state !== 'queued' && row?.state !== 'sending'
      return waitForValue(() => getOutboxRow(db, id), hasOutcome, milliseconds).catch(() => undefined)
    },
    /** Puts the lines of a revocable order back into the cart, whose own become the draft `stashed`. False when it is gone. */
    editAgain: (id: string, stashed: NewDraft) => store.transact((all) => editAgain(all, { id, stashed })),
    /** Removes an entry that was refused or never sent. False when it is gone or being sent. */
    discard: (id: string) => store.transact((all) => discard(all, id)),
    /** Logs out on this device at once; an entry, or else a direct request, ends the session on the server. */
    async logout({ token }: Session): Promise<void> {
      const logout = { kind: 'logout', token, body: {}, display: {} } as const
      const entry = newEntry(logout, { id: newId(), now: clock.now() })
      const save = () => store.transact((all): Change<unknown> => ({ ...accept(all, entry, entry.id), session: null }))
      try {
        await dropSession(db, () => withRoom(save, freeSpace))
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
