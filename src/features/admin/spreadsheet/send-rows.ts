import type { ImportedRow } from '../../../../contract/fish-import.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Api } from '../../../api/client.ts'
import type { Refusal, RefusedField } from '../../../api/errors.ts'
import { type ColumnName, columnNames } from './columns.ts'
import type { SheetRow } from './read-rows.ts'

/** What the shop says of one cell. */
export interface RefusedCell {
  row: number
  column: ColumnName
  value: string
  field: RefusedField
}

/** A row with what the shop did with it, or would do. */
export interface JudgedRow {
  row: SheetRow
  outcome: ImportedRow
}

interface Sending {
  api: Api
  rows: readonly SheetRow[]
  signal: AbortSignal
  /** called after each part with the number of rows that are through */
  onProgress: (done: number) => void
}

type Part = readonly SheetRow[]

function partsOf(rows: readonly SheetRow[]): Part[] {
  const count = Math.ceil(rows.length / limits.importRows)
  return Array.from({ length: count }, (_, at) => rows.slice(at * limits.importRows, (at + 1) * limits.importRows))
}

/** Which row and column of a part an error is about; undefined for one about none. */
function cellOf(part: Part, field: RefusedField): (RefusedCell & { at: number }) | undefined {
  const [, index, name] = /^\/?rows[./](\d+)[./](\w+)$/.exec(field.path) ?? []
  const column = columnNames.find((each) => each === name)
  const row = part[Number(index)]
  return row && column && { at: Number(index), row: row.number, column, value: row.cells[column] ?? '', field }
}

/**
 * Asks the shop what it would do with the rows, in parts. Rows that it refuses are among `refused`, and the others are
 * asked for again without them. A refusal that is about no cell ends it. Throws `ConnectionError`.
 */
export async function checkRows({
  api,
  rows,
  signal,
  onProgress,
}: Sending): Promise<
  { kind: 'checked'; judged: JudgedRow[]; refused: RefusedCell[] } | { kind: 'refused'; refusal: Refusal }
> {
  const judged: JudgedRow[] = []
  const refused: RefusedCell[] = []
  let done = 0
  for (const part of partsOf(rows)) {
    let left = part
    while (left.length > 0) {
      signal.throwIfAborted()
      const body = { rows: left.map(({ row }) => row) }
      const reply = await api.call('importFishes', { query: { check: '1' }, body, signal })
      if (reply.ok) {
        judged.push(...pair(left, reply.body.rows))
        break
      }
      const asked = left
      const cells = reply.refusal.errors.flatMap((field) => cellOf(asked, field) ?? [])
      if (cells.length === 0) return { kind: 'refused', refusal: reply.refusal }
      refused.push(...cells)
      const wrong = new Set(cells.map(({ at }) => at))
      left = left.filter((_, at) => !wrong.has(at))
    }
    done += part.length
    onProgress(done)
  }
  return { kind: 'checked', judged, refused }
}

function pair(rows: Part, outcomes: readonly ImportedRow[]): JudgedRow[] {
  return rows.flatMap((row, at) => {
    const outcome = outcomes[at]
    return outcome ? [{ row, outcome }] : []
  })
}

/**
 * Writes the rows, a part at a time; `keyOf` names the part's idempotency key, the same for the same part when it is sent
 * again. Ends at the first refusal. Throws `ConnectionError`.
 */
export async function importRows({
  api,
  rows,
  signal,
  onProgress,
  keyOf,
}: Sending & { keyOf: (part: number) => string }): Promise<
  { kind: 'imported'; judged: JudgedRow[] } | { kind: 'refused'; refusal: Refusal }
> {
  const judged: JudgedRow[] = []
  for (const [at, part] of partsOf(rows).entries()) {
    signal.throwIfAborted()
    const body = { rows: part.map(({ row }) => row) }
    const reply = await api.call('importFishes', { query: {}, body, key: keyOf(at), signal })
    if (!reply.ok) return { kind: 'refused', refusal: reply.refusal }
    judged.push(...pair(part, reply.body.rows))
    onProgress(judged.length)
  }
  return { kind: 'imported', judged }
}
