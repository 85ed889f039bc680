import { isCausedBy } from '../lib/caused-by.ts'
import type { ShopDatabase } from './schema.ts'

/** Errors of browsers that have closed the connection themselves, such as iOS after some time in the background. */
const lost = ['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']

/**
 * Runs `work`, and once more where the connection to the database was lost and could be opened again. So `work` must be
 * repeatable: it puts rows by id and changes nothing in memory. Any other error, and a second loss, are thrown.
 */
export async function withDb<T>(db: ShopDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isCausedBy(lost, error)) throw error
    db.close({ disableAutoOpen: false })
    await db.open()
    return work()
  }
}
