import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeFilesPrivate } from '../private-files.ts'
import { readSettings, type Settings } from '../settings.ts'

/** Something the person at the keyboard can put right; the message is the whole answer. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Root would leave files in a service's folder that the service itself cannot open. */
function checkOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === process.getuid?.()) return
  throw new CommandError(`The data folder ${dataDir} belongs to another user (${owner}); run this as that user.`)
}

/** Where the shop has its data, by the same settings as the server's. */
export function dataPlaces(env: NodeJS.ProcessEnv): Pick<Settings, 'dataDir' | 'databaseUrl' | 'imagesUrl'> {
  const { dataDir, databaseUrl, imagesUrl } = readSettings(env)
  if (!databaseUrl) checkOwner(dataDir)
  return { dataDir: resolve(dataDir), databaseUrl, imagesUrl }
}

/** The system's own `tar`, which speaks English here so that `pack` understands it. */
function tar(args: readonly string[]) {
  const { error, status, stderr } = spawnSync('tar', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  if (error) throw new CommandError('This command needs the program "tar".', { cause: error })
  return { status, said: stderr.trim() }
}

const failure = (said: string) => new CommandError(`The archive could not be read or written: ${said}`)

/** Unpacks an archive. */
export function unpack(args: readonly string[]): void {
  const { status, said } = tar(args)
  if (status !== 0) throw failure(said)
}

/** What GNU tar says, with status 1, of a folder that a running shop puts pictures into or takes them out of. */
const changed = /: file changed as we read it$|: File removed before we read it$/i

/** Packs an archive. Pictures never change, so that a folder in which others appear meanwhile is no fault. */
export function pack(args: readonly string[]): void {
  const { status, said } = tar(args)
  if (status === 0 || (status === 1 && said.split('\n').every((line) => changed.test(line)))) return
  throw failure(said)
}

/** Runs a command of the shop: prints what it says, or the one sentence why it did nothing. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  makeFilesPrivate()
  try {
    console.log(await work())
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
