import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeFilesPrivate } from '../private-files.ts'
import { readSettings, type Settings } from '../settings.ts'

/** An error that the user of a command can fix. The command prints only its message. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Refuses another user, such as root, whose files in the data folder the server could not open. */
function checkOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === process.getuid?.()) return
  throw new CommandError(`The data folder ${dataDir} belongs to another user (${owner}); run this as that user.`)
}

/** Where the shop's data is, by the server's settings. */
export function dataPlaces(env: NodeJS.ProcessEnv): Pick<Settings, 'dataDir' | 'databaseUrl' | 'imagesUrl'> {
  const { dataDir, databaseUrl, imagesUrl } = readSettings(env)
  if (!databaseUrl) checkOwner(dataDir)
  return { dataDir: resolve(dataDir), databaseUrl, imagesUrl }
}

/** Runs the system's `tar`, in English because `pack` reads its messages. */
function tar(args: readonly string[]) {
  const { error, status, stderr } = spawnSync('tar', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  if (error) throw new CommandError('This command needs the program "tar".', { cause: error })
  return { status, output: stderr.trim() }
}

const failure = (output: string) => new CommandError(`The archive could not be read or written: ${output}`)

/** Unpacks an archive. */
export function unpack(args: readonly string[]): void {
  const { status, output } = tar(args)
  if (status !== 0) throw failure(output)
}

/** Messages of GNU tar, with status 1, if a running shop adds or deletes pictures. */
const changed = /: file changed as we read it$|: File removed before we read it$/i

/** Packs an archive. Ignores pictures that are added or deleted meanwhile, because stored pictures never change. */
export function pack(args: readonly string[]): void {
  const { status, output } = tar(args)
  if (status === 0 || (status === 1 && output.split('\n').every((line) => changed.test(line)))) return
  throw failure(output)
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
