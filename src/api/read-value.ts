import { isRecord, type JsonRecord } from '../lib/record.ts'

/** Text of anything that is text or a number; empty for the rest (null, objects). */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** A number, also where it arrives as text (`"12"`, `"2.5"`); `otherwise` for the rest. */
export function readNumber(value: unknown, otherwise = 0): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** A whole number of at least `least`, for pages and counts. */
export function readCount(value: unknown, least = 0): number {
  return Math.max(least, Math.trunc(readNumber(value, least)))
}

/** The id under the names that servers use; empty when there is none. */
export function readId(record: JsonRecord): string {
  return readText(record._id) || readText(record.id)
}

/** Takes off the envelope `data`, where there is one. */
export function readData(body: unknown): unknown {
  return isRecord(body) && body.data !== undefined && body.data !== null ? body.data : body
}

/**
 * The list in an answer: bare, or under one of `names`, or under `data`, `results` or `items`. Undefined when there is
 * no list at all: an unknown shape must show as a failure, not as an empty shop.
 */
export function readList(body: unknown, names: readonly string[] = []): unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (!isRecord(body)) return undefined
  for (const name of [...names, 'data', 'results', 'items']) {
    const inner = body[name]
    if (Array.isArray(inner)) return inner
  }
  return isRecord(body.data) ? readList(body.data, names) : undefined
}

/** Reads every row that can be read and drops the others: one broken row must not hide a list. */
export function readRows<T>(rows: unknown[] | undefined, read: (row: unknown) => T | undefined): T[] | undefined {
  return rows?.map(read).filter((row) => row !== undefined)
}

/** A time as ISO 8601 in UTC. A text without a zone is UTC (features.md T8); empty for what is no time. */
export function readTime(value: unknown): string {
  const text = readText(value).trim()
  const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
  const time = new Date(zoned)
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
