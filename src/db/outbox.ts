import { Dexie } from 'dexie'
import type { ShopDatabase } from './database.ts'
import { putCartAside } from './drafts.ts'
import { getKept, putKept } from './kept.ts'
import type { CartLine, OutboxRow, Session } from './rows.ts'
import { withDb } from './with-db.ts'

interface Snapshot {
  rows: OutboxRow[]
  session: Session | undefined
}
interface Change<T> {
  result: T
  put?: OutboxRow[]
  remove?: string[]
  session?: Session
  cartSent?: true
  cartBack?: { lines: CartLine[]; aside: { id: string; name: string; now: number } }
}

type Scope = { see: 'all' } | { see: 'entry'; id: string } | { see: 'queue'; id?: string }

/**
 * The entries in IndexedDB, as the outbox wants them: one transaction per step, reopened once when it was lost. So many
 * entries of each state are read at first (`firstLook`): the next one to send is nearly always among them.
 */
export function outboxStore(db: ShopDatabase, { firstLook = 8 } = {}) {
  const session = () => getKept(db, 'session')
  const readAll = async (): Promise<Snapshot> => ({
    rows: await db.outbox.orderBy('seq').toArray(),
    session: await session(),
  })
  const readSome = async (scope: Scope, many: number): Promise<Snapshot & { more?: boolean }> => {
    if (scope.see === 'all') return readAll()
    if (scope.see === 'queue') return { ...(await readQueue(db, { many, upTo: scope.id })), session: await session() }
    const named = await db.outbox.where('id').equals(scope.id).or('from').equals(scope.id).toArray()
    const last = await db.outbox.orderBy('seq').last()
    const rows = last && !named.some(({ id }) => id === last.id) ? [...named, last] : named
    return { rows, session: await session() }
  }
  return {
    read: () => withDb(db, () => db.transaction('r', db.outbox, db.kept, readAll)),
    transact: <T>(step: (snapshot: Snapshot) => Change<T>, scope: Scope = { see: 'all' }): Promise<T> =>
      withDb(db, () =>
        db.transaction('rw', [db.outbox, db.kept, db.cart, db.drafts], async () => {
          let many = firstLook
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

/** The states of entries under way, as the index on state and seq has them. */
const underWay = ['queued', 'sending', 'waiting-login'] as const

/**
 * The oldest entries under way, without a gap, in the order of acceptance; with `upTo` at least as far as that entry.
 * Whoever was accepted before an entry decides whether it may go, nobody after it: so a beginning is enough.
 */
async function readQueue(
  db: ShopDatabase,
  { many, upTo }: { many: number; upTo: string | undefined },
): Promise<{ rows: OutboxRow[]; more: boolean }> {
  const named = upTo === undefined ? undefined : await db.outbox.get(upTo)
  const reach = named?.seq ?? Number.NEGATIVE_INFINITY
  const byState = underWay.map(async (state) => {
    const first = await db.outbox
      .where('[state+seq]')
      .between([state, Dexie.minKey], [state, Dexie.maxKey])
      .limit(many)
      .toArray()
    const last = first.at(-1)
    if (first.length < many || last === undefined) return { rows: first, end: Number.POSITIVE_INFINITY }
    if (last.seq >= reach) return { rows: first, end: last.seq }
    const rest = await db.outbox.where('[state+seq]').between([state, last.seq], [state, reach], false, true).toArray()
    return { rows: [...first, ...rest], end: reach }
  })
  const parts = await Promise.all(byState)
  const end = Math.min(...parts.map((part) => part.end))
  const rows = parts.flatMap((part) => part.rows).filter(({ seq }) => seq <= end)
  // the named entry may have been refused or delivered by another sender meanwhile
  if (named && !rows.some(({ id }) => id === named.id)) rows.push(named)
  return { rows: rows.sort((a, b) => a.seq - b.seq), more: end !== Number.POSITIVE_INFINITY }
}

async function write<T>(db: ShopDatabase, change: Change<T>): Promise<void> {
  if (change.put?.length) await db.outbox.bulkPut(change.put)
  if (change.remove?.length) await db.outbox.bulkDelete(change.remove)
  if (change.session) await putKept(db, 'session', change.session)
  if (change.cartSent) {
    await db.cart.clear()
    await db.kept.delete('order-id')
  }
  if (change.cartBack) {
    await putCartAside(db, change.cartBack.aside)
    await db.cart.bulkPut(change.cartBack.lines)
  }
}
