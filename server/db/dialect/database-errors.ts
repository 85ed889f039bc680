/** Kinds of errors, the same for both databases. */
export type DatabaseFault = 'unique' | 'retry' | 'locked' | 'away' | 'full' | 'read-only'

const byState: Record<string, DatabaseFault> = {
  23505: 'unique',
  '42P07': 'unique',
  42710: 'unique',
  40001: 'retry',
  '40P01': 'retry',
  '55P03': 'locked',
  57014: 'locked',
  53100: 'full',
  53300: 'away',
  25006: 'read-only',
}
/** Class 08: connection exception; 57P0x: the server shuts down or has ended the session; the others are of the network. */
const away = /^(08|57P0|E(CONN(REFUSED|RESET)|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|NOENT|HOSTUNREACH)$)/
/** node-postgres has no codes for these. */
const unnamedAway =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered/
/** By primary codes and, for what is not unique, extended ones (https://sqlite.org/rescode.html). */
const sqliteCodes: Record<number, DatabaseFault> = {
  5: 'retry',
  6: 'retry',
  8: 'read-only',
  10: 'away',
  13: 'full',
  14: 'away',
  1555: 'unique',
  2067: 'unique',
}

function sqliteFault(error: object): DatabaseFault | undefined {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined
  // the low byte is the primary code
  return sqliteCodes[error.errcode] ?? sqliteCodes[error.errcode & 0xff]
}

/** For `catch`: ignores a fault of the database, such as a full disk. A bug of ours is thrown. */
export function ignoreFault(error: unknown): void {
  if (!databaseFault(error)) throw error
}

/** Classifies an error of a query; undefined for a bug of ours. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const named = byState[code] ?? sqliteFault(error)
  if (named) return named
  if (away.test(code) || unnamedAway.test(error.message)) return 'away'
  return error instanceof AggregateError ? error.errors.map(databaseFault).find(Boolean) : undefined
}
