import {
  filledFields,
  type ProductFieldName,
  type ProductFields,
  productFields,
} from '../../contract/product-fields.ts'
import { isRecord, type JsonRecord, readText } from '../lib/record.ts'

/** The named fields of a record that hold text. */
export function readTexts<Name extends string>(value: JsonRecord, names: readonly Name[]): { [N in Name]?: string } {
  const texts: { [N in Name]?: string } = {}
  for (const name of names) if (readText(value[name]) !== '') texts[name] = readText(value[name])
  return texts
}

/** Those of these fields that are filled in. */
export function readProductFields<N extends ProductFieldName>(value: JsonRecord, names: readonly N[]) {
  const read = names.map((name) => {
    const isPercent = productFields[name].kind === 'percent'
    return [name, isPercent ? Math.max(0, readNumber(value[name])) : readText(value[name])]
  })
  // each value is of its field's kind
  return filledFields(Object.fromEntries(read) as Pick<ProductFields, N>, names)
}

/** A number, also one sent as text (`"12"`, `"2.5"`); `otherwise` for anything else. */
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

/** The content of the envelope `data`, where there is one; else the body itself. */
export function readData(body: unknown): unknown {
  return isRecord(body) && body.data !== undefined && body.data !== null ? body.data : body
}

/**
 * The list in an answer: bare, or under one of `names`, or under `data`, `results` or `items`. Undefined when there is
 * no list: an unknown shape must show as a failure, not as an empty shop.
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

/** Reads the rows and drops those that `read` cannot parse: one broken row must not hide the list. */
export function readRows<T>(rows: unknown[] | undefined, read: (row: unknown) => T | undefined): T[] | undefined {
  return rows?.map(read).filter((row) => row !== undefined)
}

/** A time as ISO 8601 in UTC; empty for anything else. A time without a zone counts as UTC. */
export function readTime(value: unknown): string {
  const text = readText(value).trim()
  const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
  const time = new Date(zoned)
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
