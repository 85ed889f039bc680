export type JsonRecord = Record<string, unknown>

/** Whether a parsed JSON value is an object with names (not an array, not null). */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Yes in the readings of the specification: `1`, `"1"` and `true`; everything else is no. */
export function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === '1'
}

/** Parses JSON; undefined for anything that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // not JSON is an answer here, not an accident
    return undefined
  }
}
