import { isCausedBy } from './causes.ts'
import type { ShopDatabase } from './database.ts'

/** What browsers throw when they closed the connection by themselves (failure 4: iOS after a while in the background). */
const lost = ['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']

/**
 * Runs `work`; when the connection to the database was lost, opens it anew and runs `work` once more. `work` may
 * therefore run twice: it puts rows by id and leaves nothing behind in memory. Any other error, and a second loss, rise.
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
