import { Dexie } from 'dexie'
import type { ShopDatabase } from './database.ts'
import { putCartAside } from './drafts.ts'
import { getKept, putKept } from './kept.ts'
import type { CartLine, OutboxRow, Session } from './rows.ts'
import { withDb } from './with-db.ts'

/** The outbox at one moment: all entries in the order of acceptance, and who is signed in. */
export interface Snapshot {
  rows: OutboxRow[]
  session: Session | undefined
}

/** What one step writes, all of it or nothing. Whatever is not named stays as it is. */
export interface Change<T> {
  result: T
  put?: OutboxRow[]
  remove?: string[]
  session?: Session
  /** an order was accepted: the cart is emptied and the next one gets an id of its own */
  cartSent?: true
  /** lines go back into the cart; lines in hand are saved as a list first */
  cartBack?: { lines: CartLine[]; aside: { id: string; name: string; now: number } }
}

/**
 * What a step has to see. `entries`: what has or had these ids, the entry accepted last, and no session. `queue`: the
 * `many` oldest entries of each state under way, more of them as long as the step answers undefined, and the named
 * entries (oldest first) as they are now, with all that came before them; such a step leaves the cart alone. A store may
 * show more than was asked for, or an entry twice.
 */
export type Scope =
  | { see: 'all' }
  | { see: 'entries'; ids: string[] }
  | { see: 'queue'; named: OutboxRow[]; many: number }

/** The entries in IndexedDB, as the outbox wants them: one transaction per step, reopened once when it was lost. */
export function outboxStore(db: ShopDatabase) {
  const session = () => getKept(db, 'session')
  const readAll = async (): Promise<Snapshot> => ({
    rows: await db.outbox.orderBy('seq').toArray(),
    session: await session(),
  })
  const readSome = async (scope: Scope, many: number): Promise<Snapshot & { more?: boolean }> => {
    if (scope.see === 'all') return readAll()
    if (scope.see === 'entries') return { rows: await readNamed(db, scope.ids), session: undefined }
    const [queue, who] = await Promise.all([readQueue(db, { many, named: scope.named }), session()])
    return { ...queue, session: who }
  }
  return {
    read: () => withDb(db, () => db.transaction('r', db.outbox, db.kept, readAll)),
    transact: <T>(step: (snapshot: Snapshot) => Change<T>, scope: Scope = { see: 'all' }): Promise<T> =>
      withDb(db, () =>
        db.transaction('rw', touched(db, scope), async () => {
          let many = scope.see === 'queue' ? scope.many : 0
          let seen = await readSome(scope, many)
          let change = step(seen)
          while (seen.more && change.result === undefined) {
            many *= 8
            seen = await readSome(scope, many)
            change = step(seen)
          }
          await write(db, change)
          return change.result
        }),
      ),
  }
}

/** What a step may write, so that whoever works on the cart waits for nobody who sends. */
function touched(db: ShopDatabase, { see }: Scope) {
  return see === 'queue' ? [db.outbox, db.kept] : [db.outbox, db.kept, db.cart, db.drafts]
}

/** Entries by the ids they have or had, and the last one. Ids are changed so rarely that all entries with another are read. */
async function readNamed(db: ShopDatabase, ids: string[]): Promise<OutboxRow[]> {
  const [named, renamed, last] = await Promise.all([
    db.outbox.bulkGet(ids),
    db.outbox.orderBy('from').toArray(),
    db.outbox.orderBy('seq').last(),
  ])
  return [...named, ...renamed, last].filter((row) => row !== undefined)
}

/** The states of entries under way, as the index on state and seq has them. */
const underWay = ['queued', 'sending', 'waiting-login'] as const

/**
 * The oldest entries under way, without a gap, in the order of acceptance, at least as far as the last named one. Whoever
 * was accepted before an entry decides whether it may go, nobody after it: so a beginning is enough.
 */
async function readQueue(
  db: ShopDatabase,
  { many, named }: { many: number; named: OutboxRow[] },
): Promise<{ rows: OutboxRow[]; more: boolean }> {
  const reach = named.at(-1)?.seq ?? 0
  const byState = underWay.map(async (state) => {
    const index = db.outbox.where('[state+seq]')
    const first = await index.between([state, Dexie.minKey], [state, Dexie.maxKey]).limit(many).toArray()
    const last = first.at(-1)
    if (first.length < many || last === undefined) return { rows: first, end: Number.POSITIVE_INFINITY }
    if (last.seq >= reach) return { rows: first, end: last.seq }
    const rest = await index.between([state, last.seq], [state, reach], false, true).toArray()
    return { rows: [...first, ...rest], end: reach }
  })
  const parts = await Promise.all(byState)
  const end = Math.min(...parts.map((part) => part.end))
  const rows = parts.flatMap((part) => part.rows).filter(({ seq }) => seq <= end)
  // a named entry may have been refused or delivered by another sender meanwhile
  const seen = new Set(rows.map(({ id }) => id))
  const missing = named.map(({ id }) => id).filter((id) => !seen.has(id))
  if (missing.length > 0) rows.push(...(await db.outbox.bulkGet(missing)).filter((row) => row !== undefined))
  return { rows: rows.sort((a, b) => a.seq - b.seq), more: end !== Number.POSITIVE_INFINITY }
}

async function write<T>(db: ShopDatabase, change: Change<T>): Promise<void> {
  await Promise.all([
    change.put?.length && db.outbox.bulkPut(change.put),
    change.remove?.length && db.outbox.bulkDelete(change.remove),
    change.session && putKept(db, 'session', change.session),
    change.cartSent && db.cart.clear(),
    change.cartSent && db.kept.delete('order-id'),
  ])
  if (change.cartBack) {
    await putCartAside(db, change.cartBack.aside)
    await db.cart.bulkPut(change.cartBack.lines)
  }
}
