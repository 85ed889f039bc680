/** `npm run backup -- FILE` saves database, pictures and files as a tar archive, at any time; `npm run restore -- FILE [--force]` takes it back. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { holdDataDir } from '../db/dialect/sqlite.ts'
import { syncPath } from '../storage/byte-store.ts'
import { CommandError, dataPlaces, runCommand } from './command.ts'

/** Milliseconds by which the clock of a disk in the network may be behind. */
const margin = 60_000
/** More pages than any database has. */
const everyPage = 0x7fffffff
/** Files of the running process, not of the shop's data. */
const lockFiles = ['server.lock', 'server.pid', 'server.lock-journal']
/** Messages of GNU tar, with status 1, if a running shop adds or deletes pictures, which never change. */
const harmless = /: file changed as we read it$|: File removed before we read it$/i

/** Runs the system's `tar`, in English because its messages are read. */
function tar(...args: string[]): void {
  const env = { ...process.env, LC_ALL: 'C' }
  const { error, status, stderr } = spawnSync('tar', args, { encoding: 'utf8', env })
  if (error) throw new CommandError('This command needs the program "tar".', { cause: error })
  const output = stderr.trim()
  if (status === 0 || (status === 1 && output.split('\n').every((line) => harmless.test(line)))) return
  throw new CommandError(`The archive could not be read or written: ${output}`)
}

async function save(target: string, dataDir: string): Promise<void> {
  const database = join(dataDir, 'shop.db')
  if (!existsSync(database)) throw new CommandError(`There is no shop in ${dataDir}; DATA_DIR names the folder.`)
  if (existsSync(target)) throw new CommandError(`${target} exists; choose another name.`)
  if (!existsSync(dirname(target))) throw new CommandError(`There is no folder ${dirname(target)}.`)
  const stage = await mkdtemp(join(dirname(target), '.backup-'))
  try {
    const archive = join(stage, 'backup.tar')
    const stored = () => {
      const folders = ['pictures', 'files'].filter((name) => existsSync(join(dataDir, name)))
      return folders.length > 0 ? ['-C', dataDir, ...folders] : []
    }
    // before the database what is there, since an order that is deleted takes its files along; after it what has come meanwhile
    const since = new Date(Date.now() - margin).toISOString()
    const before = stored()
    if (before.length > 0) tar('-cf', archive, '--exclude=.incoming', ...before)
    using source = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
    // in one step, because a write between two would restart it; writers are not blocked
    await backup(source, join(stage, 'shop.db'), { rate: everyPage })
    tar('-rf', archive, '-C', stage, 'shop.db')
    const after = stored()
    if (after.length > 0) tar('-rf', archive, '--exclude=.incoming', `--newer=${since}`, ...after)
    await syncPath(archive)
    await rename(archive, target)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Checks the database of an archive and gives it a new epoch, because its versions go on below those that devices have seen. */
function renew(file: string): void {
  if (!existsSync(file)) throw new CommandError('This archive is not a backup of a shop: it has no shop.db.')
  using database = new DatabaseSync(file)
  const answer = database.prepare('pragma integrity_check').get()
  if (answer?.integrity_check !== 'ok') throw new CommandError('The database in this backup is damaged.')
  database.prepare('update catalogue_state set epoch = ?').run(randomUUID())
}

/** Returns the folder that has what was there before, if anything was. */
async function restore(file: string, dataDir: string, force: boolean): Promise<string | undefined> {
  await mkdir(dataDir, { recursive: true })
  const release = holdDataDir(dataDir)
  const incoming = join(dataDir, '.restoring')
  try {
    await rm(incoming, { recursive: true, force: true })
    const before = (await readdir(dataDir)).filter((name) => !lockFiles.includes(name))
    if (before.length > 0 && !force)
      throw new CommandError(`${dataDir} is not empty. With --force, what is in it is put aside first.`)
    await mkdir(incoming)
    tar('-xf', file, '-C', incoming)
    renew(join(incoming, 'shop.db'))
    // renames within the data folder, which may be a separate disk
    const aside = join(dataDir, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    if (before.length > 0) await mkdir(aside)
    const moved = before.filter((name) => !name.startsWith('replaced-'))
    for (const name of moved) await rename(join(dataDir, name), join(aside, name))
    for (const name of await readdir(incoming)) await rename(join(incoming, name), join(dataDir, name))
    return before.length > 0 ? aside : undefined
  } finally {
    await rm(incoming, { recursive: true, force: true })
    release()
  }
}

await runCommand(async () => {
  const isRestore = process.argv.includes('--restore')
  const [file, ...rest] = process.argv.slice(2).filter((arg) => arg !== '--restore' && arg !== '--force')
  if (!file || rest.length > 0)
    throw new CommandError(`Say ${isRestore ? 'from where: npm run restore' : 'where to: npm run backup'} -- shop.tar`)
  const path = resolve(file)
  if (isRestore && !existsSync(path)) throw new CommandError(`There is no file ${path}.`)
  const { dataDir, databaseUrl, imagesUrl } = dataPlaces(process.env)
  const way = isRestore ? 'restore it with pg_restore' : 'back it up with pg_dump'
  if (databaseUrl) throw new CommandError(`The data is in PostgreSQL: ${way}, see docs/operations.md.`)
  if (isRestore) {
    const aside = await restore(path, dataDir, process.argv.includes('--force'))
    return `Restored the shop into ${dataDir}.${aside ? ` What was there is in ${aside}.` : ''}`
  }
  await save(path, dataDir)
  const note = imagesUrl ? ' The uploaded pictures and the files of orders are in the picture store and not in it.' : ''
  return `Saved the shop to ${path}.${note}`
})
