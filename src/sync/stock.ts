import { isStockRow, isUnsent, type StockRow } from '../db/outbox-rows.ts'
import type { OutboxPayload, OutboxRow } from '../db/rows.ts'
import type { NewEntry } from './entries.ts'

/** Whether two entries have the same content. A stock's `seen` does not count, nor `after`: the thread may go on between two presses. */
export function isSameContent(one: OutboxPayload, other: OutboxPayload): boolean {
  if (one.kind === 'stock' && other.kind === 'stock')
    return one.fishe === other.fishe && one.body.countInStock === other.body.countInStock
  return JSON.stringify(withoutAfter(one.body)) === JSON.stringify(withoutAfter(other.body))
}

function withoutAfter(body: OutboxPayload['body']): object {
  return 'after' in body ? { ...body, after: 0 } : body
}

/** A new stock with its final `seen`, and the ids of the entries that it replaces. */
interface Placed {
  entry: NewEntry
  remove: string[]
}

/**
 * A new stock replaces the user's stocks of the same product that were refused or never sent. Its `seen` is the number of an
 * entry that may have been sent, else the `seen` of the replaced one. `mayReplace` is the outbox's rule.
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

/** After a conflict, `seen` is used only if it is the server's number; other numbers were never saved there. */
function seenInPlaceOf({ payload, problem }: StockRow, seen: number): number {
  return problem?.countInStock === seen ? seen : payload.body.seen
}

/** The user's stocks of a product that have not reached the server, oldest first. */
export function unsentStocks(rows: readonly OutboxRow[], userId: string, fishe: string): StockRow[] {
  return rows.filter(isStockRow).filter((row) => row.userId === userId && row.payload.fishe === fishe && isUnsent(row))
}
