import { backup, DatabaseSync } from 'node:sqlite'

/** More pages than any database has. */
const everyPage = 0x7fffffff

/**
 * Copies a snapshot of a database that is in use, without blocking its writers. Copies all pages in one step, because a write
 * between two steps would restart the backup.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    await backup(database, to, { rate: everyPage })
  } finally {
    database.close()
  }
}
