import type { Wishes } from '../../contract/offers.ts'
import type { Order } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import type { Answer } from '../api/exchange.ts'
import { putWishes, removeSentLines } from '../db/cart.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getValue, putValue, removeValue, withDb } from '../db/database.ts'
import { stashCartAsDraft } from '../db/drafts.ts'
import { dropFilesOf, dropWaiting, noteDeclared } from '../db/files.ts'
import { putOrderAnswer, type SentAnswer } from '../db/orders.ts'
import { saveSentStock } from '../db/products.ts'
import type { CartLine, OutboxProblem, OutboxRow, Session } from '../db/rows.ts'

/** The outbox at one moment: entries in the order of acceptance, and who is signed in. */
export interface Snapshot {
  rows: OutboxRow[]
  session: Session | undefined
}

/** What one step writes, all of it or nothing. Whatever is not named stays as it is. */
export interface Change<T> {
  result: T
  put?: OutboxRow[]
  remove?: string[]
  /** orders that never reach the server: the files of their messages leave the device too */
  gone?: { userId: string; orders: string[] }
  /** whose files are not to be sent any more: those of messages that have gone, and those with these ids */
  filesGone?: { userId: string; ids: string[] }
  /** null: the session has ended */
  session?: Session | null
  /** the lines of an accepted order: they leave the cart, and the next order gets an id of its own */
  cartSent?: CartLine[]
  /** the order that an answer carried */
  answer?: SentAnswer
  /** a stock that the server has taken */
  stockSent?: { fishe: string; seen: number; countInStock: number }
  /** lines that go back into the cart; lines already there are saved as a draft first */
  cartBack?: {
    lines: CartLine[]
    wishes: (Wishes & Parties) | undefined
    aside: { id: string; name: string; now: number }
  }
}

/** The outbox in IndexedDB: one transaction per step. */
export function outboxStore(db: ShopDatabase): OutboxStore {
  const read = async (): Promise<Snapshot> => ({
    rows: await db.outbox.orderBy('seq').toArray(),
    session: await getValue(db, 'session'),
  })
  const tables = [db.outbox, db.keyValue, db.orders, db.fishes, db.cart, db.drafts, db.files]
  return {
    read: () => withDb(db, () => db.transaction('r', db.outbox, db.keyValue, read)),
    transact: (step) =>
      withDb(db, () =>
        db.transaction('rw', tables, async () => {
          const change = step(await read())
          await write(db, change)
          return change.result
        }),
      ),
  }
}

async function write<T>(db: ShopDatabase, change: Change<T>): Promise<void> {
  await Promise.all([
    change.put?.length && db.outbox.bulkPut(change.put),
    change.put && noteDeclared(db, change.put),
    change.remove?.length && db.outbox.bulkDelete(change.remove),
    change.gone && dropFilesOf(db, change.gone),
    change.filesGone && dropWaiting(db, change.filesGone),
    change.session && putValue(db, 'session', change.session),
    change.session === null && removeValue(db, 'session'),
    change.cartSent && removeSentLines(db, change.cartSent),
    change.cartSent && removeValue(db, 'order-id'),
    change.answer && putOrderAnswer(db, change.answer),
    change.stockSent && saveSentStock(db, change.stockSent),
    change.cartSent && putWishes(db, undefined),
  ])
  if (change.cartBack) {
    await stashCartAsDraft(db, change.cartBack.aside)
    await db.cart.bulkPut(change.cartBack.lines)
    await putWishes(db, change.cartBack.wishes && { ...change.cartBack.wishes })
  }
}

/** Where entries are stored. Each call is one transaction; `step` is pure and may run several times. */
export interface OutboxStore {
  read(): Promise<Snapshot>
  transact<T>(step: (snapshot: Snapshot) => Change<T>): Promise<T>
}

/** What an answer or its absence means for an entry. */
export type Verdict =
  /** `order`: the order in the answer to an order or an event */
  | { kind: 'done'; serverId: string; order?: Order }
  /** `after`: ms, from `Retry-After`; `failed`: the status was 500; `unsent`: the request has not left the device */
  | {
      kind: 'retry'
      problem: OutboxProblem
      after?: number | undefined
      failed?: boolean
      unsent?: boolean
    }
  | { kind: 'login'; problem: OutboxProblem }
  /** another order has the reference made from this id; nothing was stored */
  | { kind: 'taken'; problem: OutboxProblem }
  /** `order`: its present state, where the server refused an event because of it */
  | { kind: 'attention'; problem: OutboxProblem; order?: Order }

/** Everything the outbox depends on: storage, network, clock, ids and random numbers. */
export interface OutboxEnv {
  store: OutboxStore
  /** Sends an entry once. Throws `ConnectionError` when no answer came (at most 30 s). */
  send(row: OutboxRow, token: string | undefined): Promise<Answer>
  /** Whether the server can be reached, asked before the first try: an entry that never left the device can still be revoked. */
  reach(): Promise<boolean>
  /** ms since 1970, by the device's clock */
  now(): number
  newId(): string
  /** 0 ≤ x < 1 */
  random(): number
}
