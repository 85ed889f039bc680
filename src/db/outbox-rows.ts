import { changedBook } from '../../contract/accounts.ts'
import type { Wishes } from '../../contract/offers.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import { problemCodes } from '../../contract/problem.ts'
import { connectionProblems, type Refusal, readRefusedFields } from '../api/exchange.ts'
import { putWishes, removeSentLines } from './cart.ts'
import { getValue, putValue, removeValue, type ShopDatabase, withDb } from './database.ts'
import { type NewDraft, stashCartAsDraft } from './drafts.ts'
import { dropFilesOf, dropWaiting, noteDeclared } from './files.ts'
import { putOrderAnswer, type SentAnswer } from './orders.ts'
import { saveSentStock } from './products.ts'
import type { CartLine, OutboxProblem, OutboxRow, Session } from './rows.ts'
import { getSession } from './session.ts'

/** Whether an entry has not reached the server, including refused ones and logouts. */
export const isUnsent = ({ state }: Pick<OutboxRow, 'state'>) => state !== 'done'

/** The same without logouts, which are not requests of the person. */
export const isPending = ({ state, kind }: Pick<OutboxRow, 'state' | 'kind'>) => state !== 'done' && kind !== 'logout'

/** Whether an entry has left the device, in a try before the present one. */
export const hasLeft = ({ state, attempts, unsent = 0 }: OutboxRow) => attempts - Number(state === 'sending') > unsent

/** An entry with an event of an order. */
export type EventRow = OutboxRow & { payload: Extract<OutboxRow['payload'], { kind: 'order-event' }> }

export const isEventRow = (row: OutboxRow): row is EventRow => row.payload.kind === 'order-event'

/** An entry with the stock of a product. */
export type StockRow = OutboxRow & { payload: Extract<OutboxRow['payload'], { kind: 'stock' }> }

export const isStockRow = (row: OutboxRow): row is StockRow => row.payload.kind === 'stock'

/** One entry by its present or its first id; undefined when there is none. */
export async function getOutboxRow(db: ShopDatabase, id: string): Promise<OutboxRow | undefined> {
  return (await db.outbox.get(id)) ?? db.outbox.where('from').equals(id).first()
}

/** All requests of a user in the order of acceptance. */
export async function getOutboxOf(db: ShopDatabase, userId: string): Promise<OutboxRow[]> {
  const rows = await db.outbox.toArray()
  return rows.filter((row) => row.userId === userId && row.kind !== 'logout').sort((a, b) => a.seq - b.seq)
}

/** The address book of who is signed in, with the changes that the server has not got yet. */
export async function getAddressBook(db: ShopDatabase) {
  const { userId, addresses = [] } = (await getSession(db)) ?? {}
  const rows = userId === undefined ? [] : await getOutboxOf(db, userId).catch(() => [])
  const isOpen = ({ state }: OutboxRow) => state !== 'done' && state !== 'attention'
  const changes = rows.filter(isOpen).flatMap(({ payload }) => (payload.kind === 'address' ? [payload.body] : []))
  return changes.reduce(changedBook, [...addresses])
}

/** The problem of an outbox entry as a refusal, which screens can explain. */
export function problemRefusal(problem: OutboxProblem): Refusal {
  return {
    status: problem.status,
    detail: problem.detail,
    errors: readRefusedFields(problem.errors),
    code: problemCodes.find((code) => code === problem.code),
    connection: connectionProblems.find((kind) => kind === problem.connection),
  }
}

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
    stashed: NewDraft
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
    await stashCartAsDraft(db, change.cartBack.stashed)
    await db.cart.bulkPut(change.cartBack.lines)
    await putWishes(db, change.cartBack.wishes && { ...change.cartBack.wishes })
  }
}

/** Where entries are stored. Each call is one transaction; `step` is pure and may run several times. */
export interface OutboxStore {
  read(): Promise<Snapshot>
  transact<T>(step: (snapshot: Snapshot) => Change<T>): Promise<T>
}
