import type { ImportedRow } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Api } from '../api/api-client.ts'
import type { Refusal, RefusedField } from '../api/api-errors.ts'
import { type ColumnName, columnNames } from '../i18n/column-titles.ts'
import { productOf, type SheetRow } from './read-rows.ts'

/** A cell that the server refused. */
export interface RefusedCell {
  row: number
  column: ColumnName
  value: string
  product: string
  field: RefusedField
}

/** A row with what the server did with it, or would do. */
export interface RowResult {
  row: SheetRow
  outcome: ImportedRow
}

interface Sending {
  api: Api
  rows: readonly SheetRow[]
  signal: AbortSignal
  /** called after each batch with the number of finished rows */
  onProgress: (done: number) => void
}

type Batch = readonly SheetRow[]

/** The parts in which rows are sent. */
export function batchesOf<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / limits.importRows)
  return Array.from({ length: count }, (_, at) => rows.slice(at * limits.importRows, (at + 1) * limits.importRows))
}

export function refusedCell({ number, cells }: SheetRow, column: ColumnName, field: RefusedField): RefusedCell {
  return { row: number, column, value: cells[column] ?? '', product: productOf(cells), field }
}

/** A row of a new product whose name stands for those that it does not have. */
export function withOneName(row: SheetRow): SheetRow {
  const { trade_name } = row.row
  if (trade_name === undefined) return row
  return { ...row, row: { trade_name_fr: trade_name, trade_name_es: trade_name, ...row.row } }
}

/** The cell of a batch that an error is about; undefined for other errors. */
function cellOf(batch: Batch, field: RefusedField): (RefusedCell & { at: number }) | undefined {
  const [, index, name] = /^\/?rows[./](\d+)[./](\w+)$/.exec(field.path) ?? []
  const column = columnNames.find((each) => each === name)
  const row = batch[Number(index)]
  if (!row || !column) return undefined
  return { at: Number(index), ...refusedCell(row, column, field) }
}

/**
 * Asks the server in batches what it would do with the rows. Rows with a refused cell are left out and the rest of the batch
 * is sent again, new products after their name was given to them in every language if there is only one. A refusal that is
 * about no cell ends the check. Throws `ConnectionError`.
 */
export async function checkRows({
  api,
  rows,
  signal,
  onProgress,
  isOneName,
}: Sending & { isOneName: boolean }): Promise<
  { kind: 'checked'; results: RowResult[]; refused: RefusedCell[] } | { kind: 'refused'; refusal: Refusal }
> {
  const results: RowResult[] = []
  const refused: RefusedCell[] = []
  let done = 0
  for (const batch of batchesOf(rows)) {
    let left = batch
    while (left.length > 0) {
      signal.throwIfAborted()
      const body = { rows: left.map(({ row }) => row) }
      const reply = await api.call('importFishes', { query: { check: '1' }, body, signal })
      if (reply.ok) {
        results.push(...pair(left, reply.body.rows))
        break
      }
      const sent = left
      const cells = reply.refusal.errors.flatMap((field) => cellOf(sent, field) ?? [])
      if (cells.length === 0) return { kind: 'refused', refusal: reply.refusal }
      const named = isOneName ? nameless(left, cells) : left
      if (named !== left) {
        left = named
        continue
      }
      refused.push(...cells)
      const wrong = new Set(cells.map(({ at }) => at))
      left = left.filter((_, at) => !wrong.has(at))
    }
    done += batch.length
    onProgress(done)
  }
  return { kind: 'checked', results, refused }
}

/** The rows, of which those without a name in a language have got the one that they have. The same rows if there is none. */
function nameless(rows: Batch, refused: readonly { at: number; column: ColumnName; field: RefusedField }[]): Batch {
  const isNameless = new Set(
    refused
      .filter(({ column, field, at }) => {
        const { trade_name, trade_name_fr, trade_name_es } = rows[at]?.row ?? {}
        const has = { trade_name_fr, trade_name_es }
        return (
          (column === 'trade_name_fr' || column === 'trade_name_es') &&
          field.rule === 'required' &&
          trade_name &&
          !has[column]
        )
      })
      .map(({ at }) => at),
  )
  return isNameless.size === 0 ? rows : rows.map((row, at) => (isNameless.has(at) ? withOneName(row) : row))
}

export type Counts = Record<ImportedRow['kind'], number>

/** How many rows are new, changed and unchanged products. */
export function countKinds(results: readonly RowResult[]): Counts {
  const count = (kind: ImportedRow['kind']) => results.filter(({ outcome }) => outcome.kind === kind).length
  return { new: count('new'), changed: count('changed'), unchanged: count('unchanged') }
}

function pair(rows: Batch, outcomes: readonly ImportedRow[]): RowResult[] {
  return rows.flatMap((row, at) => {
    const outcome = outcomes[at]
    return outcome ? [{ row, outcome }] : []
  })
}

/**
 * Imports the rows in batches after the first `from` ones, up to the first refusal; `onBatch` gets the results of each.
 * `keys`: the idempotency key of each batch, the same one when it is sent again. Throws `ConnectionError`.
 */
export async function importRows({
  api,
  rows,
  signal,
  keys,
  from,
  onBatch,
}: Omit<Sending, 'onProgress'> & {
  keys: readonly string[]
  from: number
  onBatch: (results: RowResult[]) => void
}): Promise<Refusal | undefined> {
  for (const [at, batch] of batchesOf(rows).entries()) {
    if (at * limits.importRows < from) continue
    signal.throwIfAborted()
    const key = keys[at]
    if (key === undefined) throw new Error('a batch has no key')
    const body = { rows: batch.map(({ row }) => row) }
    const reply = await api.call('importFishes', { query: {}, body, key, signal })
    if (!reply.ok) return reply.refusal
    onBatch(pair(batch, reply.body.rows))
  }
  return undefined
}
