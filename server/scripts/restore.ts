/** `npm run restore -- FILE [--force]`: puts a backup into the data folder. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { holdDataDir } from '../platform/db/dialect/data-dir-lock.ts'
import { CommandError, dataPlaces, runCommand, unpack } from './command.ts'

const usage = 'Say from where: npm run restore -- shop.tar'
/** Files of the running process, not of the shop's data. */
const lockFiles = ['server.lock', 'server.pid', 'server.lock-journal']

function checkDatabase(file: string): void {
  if (!existsSync(file)) throw new CommandError('This archive is not a backup of a shop: it has no shop.db.')
  const database = new DatabaseSync(file)
  try {
    const answer = database.prepare('pragma integrity_check').get()
    if (answer?.integrity_check !== 'ok') throw new CommandError('The database in this backup is damaged.')
  } finally {
    database.close()
  }
}

/**
 * Sets a new epoch, so that devices pull everything again. Versions continue from the backup's, so that a device with a newer
 * cursor would miss changes.
 */
function renewEpoch(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.prepare('update catalogue_state set epoch = ?').run(randomUUID())
  } finally {
    database.close()
  }
}

async function contentsOf(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => !lockFiles.includes(name))
}

async function moveAll(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) await rename(join(from, name), join(to, name))
}

await runCommand(async () => {
  const args = process.argv.slice(2)
  const force = args.includes('--force')
  const [file, ...rest] = args.filter((arg) => arg !== '--force')
  if (!file || rest.length > 0) throw new CommandError(usage)
  if (!existsSync(file)) throw new CommandError(`There is no file ${resolve(file)}.`)
  const { dataDir, databaseUrl } = dataPlaces(process.env)
  if (databaseUrl)
    throw new CommandError('The data is in PostgreSQL: restore it with pg_restore, see docs/operations.md.')

  await mkdir(dataDir, { recursive: true })
  const release = holdDataDir(dataDir)
  const incoming = join(dataDir, '.restoring')
  try {
    await rm(incoming, { recursive: true, force: true })
    const before = await contentsOf(dataDir)
    if (before.length > 0 && !force) {
      throw new CommandError(`${dataDir} is not empty. With --force, what is in it is put aside first.`)
    }
    await mkdir(incoming)
    unpack(['-xf', resolve(file), '-C', incoming])
    const database = join(incoming, 'shop.db')
    checkDatabase(database)
    renewEpoch(database)
    // renames within the data folder, which may be a separate disk
    const aside = join(dataDir, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    if (before.length > 0) await mkdir(aside)
    const moved = before.filter((name) => !name.startsWith('replaced-'))
    await moveAll(moved, dataDir, aside)
    await moveAll(await readdir(incoming), incoming, dataDir)
    return `Restored the shop into ${dataDir}.${before.length > 0 ? ` What was there is in ${aside}.` : ''}`
  } finally {
    await rm(incoming, { recursive: true, force: true })
    release()
  }
})
