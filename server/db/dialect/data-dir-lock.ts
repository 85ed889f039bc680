import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works in the data folder; the message is one plain sentence for the person who started the second. */
export class DataDirHeld extends Error {
  override name = 'DataDirHeld'
}

function holder(file: string): string {
  try {
    return ` (pid ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return ''
  }
}

/**
 * Holds a data folder for this process. Node has no file locks of its own, SQLite has: an exclusive transaction on a
 * file that holds nothing. The system drops it with the process, however that ends. Returns what lets go.
 */
export function holdDataDir(dataDir: string): () => void {
  const pidFile = join(dataDir, 'server.pid')
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    throw new DataDirHeld(`The data folder ${dataDir} is in use by another server${holder(pidFile)}.`, { cause: error })
  }
  writeFileSync(pidFile, String(process.pid))
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}
