/** `npm run backup -- FILE`: saves the database, the uploaded pictures and the files of orders as a tar archive, even while the server runs. */
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { syncPath } from '../platform/bytes/disk-bytes.ts'
import { CommandError, dataPlaces, pack, runCommand } from './command.ts'
import { copyDatabase } from './copy-database.ts'

/** Milliseconds by which the clock of a disk in the network may be behind. */
const margin = 60_000

const usage = 'Say where to: npm run backup -- shop.tar'

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2)
  if (!file || rest.length > 0) throw new CommandError(usage)
  const target = resolve(file)
  const { dataDir, databaseUrl, imagesUrl } = dataPlaces(process.env)
  if (databaseUrl) throw new CommandError('The data is in PostgreSQL: back it up with pg_dump, see docs/operations.md.')
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
    if (before.length > 0) pack(['-cf', archive, '--exclude=.incoming', ...before])
    await copyDatabase(database, join(stage, 'shop.db'))
    pack(['-rf', archive, '-C', stage, 'shop.db'])
    const after = stored()
    if (after.length > 0) pack(['-rf', archive, '--exclude=.incoming', `--newer=${since}`, ...after])
    await syncPath(archive)
    await rename(archive, target)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
  const note = imagesUrl ? ' The uploaded pictures and the files of orders are in the picture store and not in it.' : ''
  return `Saved the shop to ${target}.${note}`
})
