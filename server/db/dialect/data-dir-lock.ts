import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another server uses the data folder. The message is one sentence for the person who started the second server. */
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
 * Locks a data folder for this process and returns the function that unlocks it. Node has no file locks, so this uses an
 * exclusive SQLite transaction on an empty file. The system releases it however the process ends.
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
