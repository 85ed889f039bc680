import type { Database } from '../db/client.ts'
import { databaseFault } from '../db/dialect/errors.ts'
import { lockTable } from '../db/handle.ts'
import { addMark, findLongGap, type MarkedList, markedLists } from '../db/list-marks.ts'
import { transact } from '../db/transact.ts'
import { done } from '../http/outcome.ts'
import type { Chore } from './chores.ts'

/** Milliseconds. */
const every = 5_000
/** Marks made in one transaction: milliseconds of work. */
const portion = 10

/** Makes a few marks; false when the list has them all. */
async function markSome(db: Database, list: MarkedList, gap?: number): Promise<boolean> {
  const { value } = await transact(db, async (tx) => {
    await lockTable(tx, list)
    for (let made = 0; made < portion; made++) if (!(await addMark(tx, list, gap))) return done(false)
    return done(true)
  })
  return value
}

/** Marks what was added to the long lists since the last time. What busy writers or a lost database prevent waits for the next. */
export async function markLists(db: Database, gap?: number): Promise<void> {
  for (const list of markedLists) {
    try {
      // most times nothing is to be done, and nobody is locked out
      let more = (await findLongGap(db, list, gap)) !== undefined
      while (more) more = await markSome(db, list, gap)
    } catch (error) {
      if (!databaseFault(error)) throw error
    }
  }
}

/** Keeps the marks of the long lists up to date. */
export function markListsAlways({ db }: { db: Database }): Chore {
  return { every, run: () => markLists(db) }
}
