import { isStockRow, isUnsent, type StockRow } from '../db/outbox-rows.ts'
import type { OutboxPayload, OutboxRow } from '../db/rows.ts'
import type { NewEntry } from './entries.ts'

/** Whether two entries carry the same. The number that a stock builds on is the outbox's matter. */
export function isSameContent(one: OutboxPayload, other: OutboxPayload): boolean {
  if (one.kind === 'stock' && other.kind === 'stock')
    return one.fishe === other.fishe && one.body.countInStock === other.body.countInStock
  return JSON.stringify(one.body) === JSON.stringify(other.body)
}

/** Where a new stock of a product takes its place: what it replaces, and the number that it builds on. */
interface Placed {
  entry: NewEntry
  remove: string[]
}

/**
 * A new number takes the place of the user's numbers of the same product that were refused or never tried. It builds on
 * the number of an entry that may be on its way, else on what the replaced one built on. `mayReplace` is the outbox's own rule.
 */
export function placeStock(
  rows: readonly OutboxRow[],
  entry: NewEntry,
  mayReplace: (row: OutboxRow) => boolean,
): Placed {
  const { payload } = entry
  if (payload.kind !== 'stock') return { entry, remove: [] }
  const mine = unsentStocks(rows, entry.userId, payload.fishe)
  const replaced = mine.filter(mayReplace)
  const tried = mine.findLast((row) => !mayReplace(row))
  const [first] = replaced
  const seen = tried
    ? tried.payload.body.countInStock
    : first
      ? seenInPlaceOf(first, payload.body.seen)
      : payload.body.seen
  return {
    entry: { ...entry, payload: { ...payload, body: { ...payload.body, seen } } },
    remove: replaced.map(({ id }) => id),
  }
}

/** After a conflict the person may have seen the number that the server named; any other one was never saved there. */
function seenInPlaceOf({ payload, problem }: StockRow, seen: number): number {
  return problem?.countInStock === seen ? seen : payload.body.seen
}

/** What this user typed for a product and has not reached the server, in the order of acceptance. */
export function unsentStocks(rows: readonly OutboxRow[], userId: string, fishe: string): StockRow[] {
  const own = rows.filter(isStockRow).filter((row) => row.userId === userId && row.payload.fishe === fishe)
  return own.filter(isUnsent)
}
