import { hash } from 'node:crypto'

/** A value as both databases have it: times are ISO texts, booleans 0 or 1, JSON is a text. */
export type Value = string | number | Uint8Array | null
export type Row = Value[]
/** What a column holds, by its type; `time` and `json` may be texts in the other database. */
export type Form = 'number' | 'text' | 'time' | 'json' | 'bytes'
export type Columns = ReadonlyMap<string, Form>

/** Rows that are in memory at once. */
export const batchRows = 200

/** One of the two databases, in one transaction. */
export interface Side {
  /** the tables of the shop with their columns, without search indexes */
  tables(): Promise<Map<string, Columns>>
  /** names of applied migrations; none in an empty database */
  journal(): Promise<string[]>
  count(table: string): Promise<number>
  rows(table: string, columns: Columns): AsyncIterable<Row[]>
}

export interface Target extends Side {
  /** tables and those that they refer to */
  links(): Promise<{ from: string; to: string }[]>
  empty(table: string): Promise<void>
  insert(table: string, columns: Columns, rows: readonly Row[]): Promise<void>
  renewEpoch(): Promise<void>
  /** lets the numbers that the database gives go on after those that were copied */
  continueNumbers(): Promise<void>
  commit(): Promise<void>
}

/** Tables with the forms of their columns, of rows that name both. */
export function tablesOf(rows: readonly Record<string, string>[]): Map<string, Columns> {
  const found = new Map<string, Map<string, Form>>()
  for (const { table = '', column = '', type = '' } of rows) {
    const columns = found.get(table) ?? new Map<string, Form>()
    found.set(table, columns.set(column, formOf(type)))
  }
  return found
}

function formOf(type: string): Form {
  if (/^(int|bigint|smallint|bool|double|real|float|numeric)/i.test(type)) return 'number'
  if (/^(text|varchar|char|uuid)/i.test(type)) return 'text'
  if (/^(timestamp|date)/i.test(type)) return 'time'
  if (/^json/i.test(type)) return 'json'
  if (/^(blob|bytea)/i.test(type)) return 'bytes'
  throw new Error(`The move knows no columns of the type ${type}.`)
}

/** The form of a column for both databases, of which one may have a special type for it. */
export function commonForm(one: Form, other: Form): Form {
  for (const form of ['json', 'time'] as const) if (one === form || other === form) return form
  if (one !== other) throw new Error(`A column is ${one} in one database and ${other} in the other.`)
  return one
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function comparable(value: Value, form: Form): unknown {
  if (value === null) return null
  if (form === 'json') return JSON.stringify(JSON.parse(String(value)), sortedKeys)
  if (form === 'time') return Date.parse(String(value))
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** Number and checksum of rows in any order: the sum of their hashes. */
export function createTally(columns: Columns) {
  const forms = [...columns.values()]
  let rows = 0
  let sum = 0n
  return {
    add(row: Row): void {
      const text = JSON.stringify(row.map((value, at) => comparable(value, forms[at] ?? 'text')))
      sum = BigInt.asUintN(128, sum + BigInt(`0x${hash('sha256', text).slice(0, 32)}`))
      rows++
    },
    read: () => ({ rows, sum: sum.toString(16) }),
  }
}
