import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { readSettings, type Settings } from '../settings.ts'

/** Something the person at the keyboard can put right; the message is the whole answer. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Where the shop keeps its data, by the same settings as the server's. */
export function dataPlaces(env: NodeJS.ProcessEnv): Pick<Settings, 'dataDir' | 'databaseUrl' | 'imagesUrl'> {
  const { dataDir, databaseUrl, imagesUrl } = readSettings(env)
  return { dataDir: resolve(dataDir), databaseUrl, imagesUrl }
}

/** Packs or unpacks with the system's own `tar`. */
export function tar(args: readonly string[]): void {
  const { error, status, stderr } = spawnSync('tar', args, { encoding: 'utf8' })
  if (error) throw new CommandError('This command needs the program "tar".', { cause: error })
  if (status !== 0) throw new CommandError(`The archive could not be read or written: ${stderr.trim()}`)
}

/** Runs a command of the shop: prints what it says, or the one sentence why it did nothing. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work())
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
