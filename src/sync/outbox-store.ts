import { Dexie } from 'dexie'
import type { Wishes } from '../../contract/offers.ts'
import type { Order } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import type { Answer } from '../api/api-client.ts'
import { putWishes, removeSentLines } from '../db/cart.ts'
import { stashCartAsDraft } from '../db/drafts.ts'
import { dropFilesOf, dropWaiting, noteSaid } from '../db/files.ts'
import { getValue, putValue, removeValue } from '../db/key-value.ts'
import { withDb } from '../db/open.ts'
import { putOrderAnswer, type SentAnswer } from '../db/orders.ts'
import { saveSentStock } from '../db/products.ts'
import type { CartLine, OutboxProblem, OutboxRow, OutboxState, Session } from '../db/rows.ts'
import type { ShopDatabase } from '../db/schema.ts'

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

/**
 * Which entries a step needs: those that have or had this id and the last one accepted (`entry`), or the oldest ones under
 * way, those that need attention, and the named one (`queue`). If the step finds nothing to do, it runs again with all under
 * way. A store may show more.
 */
export type Scope = { kind: 'all' } | { kind: 'entry'; id: string } | { kind: 'queue'; id: string }

/** The outbox in IndexedDB: one transaction per step. `queueLimit` is how many queued entries are read at first. */
export function outboxStore(db: ShopDatabase, queueLimit = 2) {
  const readAll = async (): Promise<Snapshot> => ({
    rows: await db.outbox.orderBy('seq').toArray(),
    session: await getValue(db, 'session'),
  })
  const readQueue = async (id: string, limit: number): Promise<Snapshot> => {
    const [named, oldest, refused, session] = await Promise.all([
      db.outbox.get(id),
      readOldest(db, limit),
      // a refused entry blocks later events of its order
      readState(db, 'attention'),
      getValue(db, 'session'),
    ])
    // the named entry lies after the part that was read, so entries before it may be missing
    const hasGap = named !== undefined && named.seq > oldest.end
    const queue = hasGap ? await readOldest(db) : oldest
    return { rows: inOrder([named, ...refused, ...queue.rows]), session }
  }
  const run = async <T>(step: (snapshot: Snapshot) => Change<T>, scope: Scope): Promise<Change<T>> => {
    if (scope.kind === 'all') return step(await readAll())
    if (scope.kind === 'entry') return step({ rows: await readEntry(db, scope.id), session: undefined })
    const change = step(await readQueue(scope.id, queueLimit))
    if (change.result !== undefined) return change
    return step(await readQueue(scope.id, all))
  }
  return {
    read: () => withDb(db, () => db.transaction('r', db.outbox, db.keyValue, readAll)),
    transact: <T>(step: (snapshot: Snapshot) => Change<T>, scope: Scope = { kind: 'all' }): Promise<T> =>
      withDb(db, () =>
        // a step about the queue does not need the cart, and without its lock need not wait for it
        db.transaction(
          'rw',
          [
            db.outbox,
            db.keyValue,
            db.orders,
            db.fishes,
            ...(scope.kind === 'queue' ? [] : [db.cart, db.drafts, db.files]),
          ],
          async () => {
            const change = await run(step, scope)
            await write(db, change)
            return change.result
          },
        ),
      ),
  }
}

/** In the order of acceptance, each entry once. */
function inOrder(rows: (OutboxRow | undefined)[]): OutboxRow[] {
  const byId = new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

/** Reads all entries that got a new id: they are few. */
async function readEntry(db: ShopDatabase, id: string): Promise<OutboxRow[]> {
  const [named, renamed, last] = await Promise.all([
    db.outbox.get(id),
    db.outbox.orderBy('from').toArray(),
    db.outbox.orderBy('seq').last(),
  ])
  return inOrder([named, ...renamed, last])
}

const all = Number.POSITIVE_INFINITY
/** The states of entries under way. */
const underWay = ['queued', 'sending', 'waiting-login'] as const

/**
 * The oldest entries under way without a gap: `limit` of each state, cut where the first of these lists ends. The beginning
 * of the queue is enough, since only earlier entries decide whether an entry may be sent.
 */
async function readOldest(db: ShopDatabase, limit = all): Promise<{ rows: OutboxRow[]; end: number }> {
  const lists = await Promise.all(underWay.map((state) => readState(db, state, limit)))
  const ends = lists.filter((list) => list.length >= limit).map((list) => list.at(-1)?.seq ?? 0)
  const end = Math.min(...ends)
  return { rows: lists.flat().filter(({ seq }) => seq <= end), end }
}

function readState(db: ShopDatabase, state: OutboxState, limit = all): Promise<OutboxRow[]> {
  return db.outbox.where('[state+seq]').between([state, Dexie.minKey], [state, Dexie.maxKey]).limit(limit).toArray()
}

async function write<T>(db: ShopDatabase, change: Change<T>): Promise<void> {
  await Promise.all([
    change.put?.length && db.outbox.bulkPut(change.put),
    change.put && noteSaid(db, change.put),
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

/** Where entries are stored. Each call is one transaction. `step` is pure, may run several times, and without a scope sees all. */
export interface OutboxStore {
  read(): Promise<Snapshot>
  transact<T>(step: (snapshot: Snapshot) => Change<T>, scope?: Scope): Promise<T>
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
  /**
   * Whether the server can be reached, asked before the first try of an entry: one that never left the device can still be
   * edited and taken back. Without a reason for doubt it is true at once.
   */
  reach(): Promise<boolean>
  /** ms since 1970, by the device's clock */
  now(): number
  newId(): string
  /** 0 ≤ x < 1 */
  random(): number
}
