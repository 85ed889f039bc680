import { backup, DatabaseSync } from 'node:sqlite'

/** SQLite's own word for "all pages". */
const everyPage = 0x7fffffff

/**
 * Copies a database that others write to, as it is at one moment. In one step: between two of them a write would start
 * it all over, again and again for as long as the shop is busy. Writers wait for nothing meanwhile.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    await backup(database, to, { rate: everyPage })
  } finally {
    database.close()
  }
}
