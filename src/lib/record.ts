export type JsonRecord = Record<string, unknown>

/** Whether a parsed JSON value is an object with names (not an array, not null). */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Yes in every spelling of the specification: `1`, `"1"` and `true`. Everything else is no. */
export const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1'

/** A string or number as text; empty for anything else (null, objects). */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** What `work` returns; undefined where it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Undefined for anything that is not JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text))

/** A value for each of the names. */
export function recordOf<N extends string, V>(names: readonly N[], read: (name: N) => V): Record<N, V> {
  // the entries have each of the names
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, V>
}
