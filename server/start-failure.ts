import { databaseFault } from './db/dialect/database-errors.ts'
import { DataDirHeld } from './db/dialect/sqlite.ts'
import { OtherVersion } from './db/migrate.ts'
import { type Settings, SettingsError } from './settings.ts'

const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'ENOENT']
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const causes = (error: unknown): unknown[] =>
  error instanceof Error && error.cause ? [error, ...causes(error.cause)] : [error]

/** Why the server does not start, in one sentence for the person who typed the command, without a stack. */
export function startFailure(error: unknown, settings: Settings | undefined): string {
  if (error instanceof SettingsError || error instanceof DataDirHeld || error instanceof OtherVersion) {
    return error.message
  }
  const code = codeOf(error)
  const where = settings ? `${settings.host}:${settings.port}` : ''
  const port = error instanceof Error && 'port' in error ? error.port : undefined
  if (settings?.metrics && port === settings.metrics.port && port !== settings.port) {
    return `The server cannot listen on ${settings.metrics.host}:${port} for METRICS; name a free port of this machine.`
  }
  if (code === 'EADDRINUSE') return `The port ${settings?.port} is in use by another program; set PORT to a free one.`
  if (code === 'EACCES' && error instanceof Error && /listen/.test(error.message)) {
    return `The server may not listen on ${where}; set PORT to one above 1023.`
  }
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && !settings?.databaseUrl)) {
    return `This machine has no address ${settings?.host} to listen on; check HOST.`
  }
  const chain = causes(error)
  if (settings?.databaseUrl && chain.some((one) => databaseFault(one) === 'away' || /^(28|3D)/.test(codeOf(one)))) {
    const reason = error instanceof Error ? `: ${error.message || code}` : ''
    return `The database of DATABASE_URL cannot be reached${reason}.`.replace(/\.\.$/, '.')
  }
  const files = chain.some((one) => unwritable.includes(codeOf(one)) || codeOf(one) === 'ERR_SQLITE_ERROR')
  if (settings && files) return `The data folder ${settings.dataDir} cannot be written to; check DATA_DIR.`
  return `The server could not start: ${error instanceof Error ? error.message : String(error)}`
}
