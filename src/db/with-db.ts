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

/** Whether an error of one of these names is behind what Dexie threw: the reason of another, or one of many failures. */
function isCausedBy(names: readonly string[], error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (names.includes(error.name)) return true
  const behind = [...('inner' in error ? [error.inner] : []), ...('failures' in error ? [error.failures].flat() : [])]
  return behind.some((each) => isCausedBy(names, each))
}

/** Whether the disk is full. */
export function isQuota(error: unknown): boolean {
  return isCausedBy(['QuotaExceededError'], error)
}
