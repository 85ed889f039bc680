import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Database, openDatabase, openHeld } from '../db/database.ts'
import { databaseFault } from '../db/dialect/database-errors.ts'
import { DataDirHeld } from '../db/dialect/sqlite.ts'
import { readSettings, type Settings } from '../settings.ts'
import { makeFilesPrivate } from '../storage/byte-store.ts'

/** An error that the user of a command can fix. The command prints only its message. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Where the shop's data is, by the server's settings. Refuses another user, such as root, whose files in the data folder the server could not open. */
export function dataPlaces(env: NodeJS.ProcessEnv): Pick<Settings, 'dataDir' | 'databaseUrl' | 'imagesUrl'> {
  const { dataDir, databaseUrl, imagesUrl } = readSettings(env)
  const owner = databaseUrl ? undefined : statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (owner !== undefined && owner !== process.getuid?.())
    throw new CommandError(`The data folder ${dataDir} belongs to another user (${owner}); run this as that user.`)
  return { dataDir: resolve(dataDir), databaseUrl, imagesUrl }
}

/** A PostgreSQL database, or a data folder. */
export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

/** A place in a sentence, without its password. */
export function nameOf({ dataDir, databaseUrl }: Place): string {
  if (!databaseUrl) return `The shop in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `The database ${host}${pathname}`
}

/** Says in a sentence why a database cannot be used. */
function explain(place: Place, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const fault = databaseFault(error)
  if (place.databaseUrl && (fault === 'away' || /^(28|3D)/.test(code)))
    return new CommandError(`${nameOf(place)} cannot be reached: ${error.message || code}.`)
  if (!place.databaseUrl && fault === 'retry')
    return new CommandError(`${nameOf(place)} is locked by another program; try again when it has ended.`)
  return error
}

function open(place: Place): [database: Database, isHeld: boolean] {
  try {
    return [openDatabase(place), false]
  } catch (error) {
    if (!(error instanceof DataDirHeld)) throw error
    return [openHeld(place.dataDir), true]
  }
}

/** Opens a database for `work`; `isHeld`: a folder that a server uses, which is then opened without its lock. */
export async function withDatabase<T>(place: Place, work: (...opened: ReturnType<typeof open>) => Promise<T>) {
  let opened: ReturnType<typeof open> | undefined
  try {
    opened = open(place)
    return await work(...opened)
  } catch (error) {
    throw explain(place, error)
  } finally {
    await opened?.[0].close()
  }
}

/** Runs a command of the shop and prints its result or the message of its error. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  makeFilesPrivate()
  try {
    console.log(await work())
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
