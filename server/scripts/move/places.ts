import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openDatabase } from '../../platform/db/client.ts'
import { DataDirHeld, holdDataDir } from '../../platform/db/dialect/data-dir-lock.ts'
import { databaseFault } from '../../platform/db/dialect/errors.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { CommandError } from '../command.ts'
import { checkVersion, journals } from './copy-shop.ts'
import { openPostgresSide } from './postgres-side.ts'
import type { Target } from './side.ts'
import { openSqliteSide } from './sqlite-side.ts'

/** Where a shop's data is: in PostgreSQL, or in a folder. */
export type Place = { kind: 'postgres'; url: string } | { kind: 'sqlite'; dataDir: string }

interface OpenPlace {
  side: Target
  /** whether a server uses it */
  inUse: boolean
  close(): Promise<void>
}

export const usage =
  'Say where to: MOVE_TO=postgres://user:password@host/database npm run move, or MOVE_TO=sqlite:FOLDER'

export function readPlace(text: string): Place {
  if (/^postgres(ql)?:\/\//.test(text)) {
    if (URL.canParse(text)) return { kind: 'postgres', url: text }
    throw new CommandError(
      'This is no address of a PostgreSQL database; it looks like postgres://user:password@host/database.',
    )
  }
  const folder = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  if (!folder) throw new CommandError(usage)
  return { kind: 'sqlite', dataDir: resolve(folder) }
}

/** A place in a sentence, without its password. */
export function nameOf(place: Place): string {
  if (place.kind === 'sqlite') return `The shop in ${place.dataDir}`
  const { host, pathname } = new URL(place.url)
  return `The database ${host}${pathname}`
}

/** Says in a sentence what is wrong with a place. */
function explain(place: Place, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = error instanceof Error ? error.message || code : String(error)
  const fault = databaseFault(error)
  if (place.kind === 'postgres' && (fault === 'away' || /^(28|3D)/.test(code)))
    return new CommandError(`${nameOf(place)} cannot be reached: ${reason}.`)
  if (place.kind === 'sqlite' && fault === 'retry')
    return new CommandError(`${nameOf(place)} is locked by another program; try again when it has ended.`)
  return error
}

async function checkJournal(place: Place, side: Target): Promise<void> {
  checkVersion(nameOf(place), await side.journal(), Object.keys(await readMigrations(place.kind)))
}

function tryHold(dataDir: string): (() => void) | undefined {
  try {
    return holdDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirHeld) return undefined
    throw error
  }
}

async function open(place: Place, readOnly: boolean): Promise<OpenPlace> {
  if (place.kind === 'postgres') {
    const side = await openPostgresSide(place.url, { readOnly })
    return { side, inUse: await side.isInUse(), close: () => side.close() }
  }
  const release = tryHold(place.dataDir)
  try {
    if (!release && !readOnly) throw new CommandError(`${nameOf(place)} is in use by a server; stop it first.`)
    const side = openSqliteSide(join(place.dataDir, 'shop.db'), { readOnly })
    const close = async () => {
      side.close()
      release?.()
    }
    return { side, inUse: !release, close }
  } catch (error) {
    release?.()
    throw error
  }
}

/** Opens what is moved: a snapshot of it, running or not. A server that is not running cannot be started meanwhile. */
export async function openSource(place: Place): Promise<OpenPlace> {
  if (place.kind === 'sqlite' && !existsSync(join(place.dataDir, 'shop.db')))
    throw new CommandError(`There is no shop in ${place.dataDir}; DATA_DIR names the folder.`)
  try {
    const opened = await open(place, true)
    try {
      await checkJournal(place, opened.side)
      return opened
    } catch (error) {
      await opened.close()
      throw error
    }
  } catch (error) {
    throw explain(place, error)
  }
}

/** Refuses tables that are not the shop's, or of another version; an empty place has none. */
async function checkTables(place: Place): Promise<void> {
  const { side, close } = await open(place, true)
  try {
    const tables = await side.tables()
    if (tables.size === 0) return
    if (![...tables.keys()].some((table) => journals.includes(table)))
      throw new CommandError(`${nameOf(place)} is not empty: it has tables of another program. Name an empty one.`)
    await checkJournal(place, side)
  } finally {
    await close()
  }
}

/** Opens where to: makes the tables, in a place that is empty. */
export async function openTarget(place: Place): Promise<OpenPlace> {
  try {
    if (place.kind === 'sqlite') await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
    if (place.kind === 'postgres' || existsSync(join(place.dataDir, 'shop.db'))) await checkTables(place)
    const where = place.kind === 'postgres' ? { dataDir: '', databaseUrl: place.url } : { dataDir: place.dataDir }
    const database = openDatabase(where)
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    return await open(place, false)
  } catch (error) {
    throw explain(place, error)
  }
}
