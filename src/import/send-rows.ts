import { articleKey } from '../../contract/catalogue-query.ts'
import { type Fish, type ImportedRow, inputFields, requiredFields } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { emptyValue, isProductField } from '../../contract/product-fields.ts'
import type { Api } from '../api/api-client.ts'
import type { Refusal, RefusedField } from '../api/exchange.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getCatalogueState, getFishes } from '../db/products.ts'
import { columnNames } from '../i18n/column-titles.ts'
import { recordOf } from '../lib/record.ts'
import { asError } from '../ui/loading/refused-error.ts'
import type { LotToSend } from './lot-cells.ts'
import { type SheetRow, type WrongCell, wrongCell } from './read-rows.ts'

export interface RowResult {
  row: SheetRow
  outcome: ImportedRow
  /** of a list of lots */
  lot?: LotToSend
}

export interface CheckedResults {
  results: RowResult[]
  refused: WrongCell[]
}

export interface RowsToSend {
  api: Api
  rows: readonly SheetRow[]
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Of a character in UTF-8. */
const mostBytes = 3

/** The rows of each call: as many as it may have, within its bytes. */
export function batchesOf(rows: readonly SheetRow[]): SheetRow[][] {
  const batches: SheetRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const own = mostBytes * JSON.stringify(row.row).length
    const batch = batches.at(-1)
    bytes += own
    if (batch && batch.length < limits.importRows && bytes < limits.importBytes) batch.push(row)
    else {
      batches.push([row])
      bytes = own
    }
  }
  return batches
}

function pair(rows: readonly SheetRow[], outcomes: readonly ImportedRow[]): RowResult[] {
  return rows.flatMap((row, at) => {
    const outcome = outcomes[at]
    return outcome ? [{ row, outcome }] : []
  })
}

/** A row of a new product whose name stands for those that it does not have; the same row if it lacks none. */
function withOneName(row: SheetRow): SheetRow {
  const { trade_name, trade_name_fr, trade_name_es } = row.row
  if (!trade_name || (trade_name_fr && trade_name_es)) return row
  return { ...row, row: { trade_name_fr: trade_name, trade_name_es: trade_name, ...row.row } }
}

/** The cell of a batch that an error is about; undefined for other errors. */
function cellOf(batch: readonly SheetRow[], field: RefusedField) {
  const [, index, name] = /^\/?rows[./](\d+)[./](\w+)$/.exec(field.path) ?? []
  const column = columnNames.find((each) => each === name)
  const row = batch[Number(index)]
  return row && column ? { row, isMissing: field.rule === 'required', cell: wrongCell(row, column, field) } : undefined
}

/** Asks the server in batches what it would do with the rows, without those that have a refused cell. Throws `RefusedError` and `ConnectionError`. */
export async function checkRows({
  api,
  rows,
  signal,
  onProgress,
  isOneName,
}: RowsToSend & { isOneName: boolean }): Promise<CheckedResults> {
  const results: RowResult[] = []
  const refused: WrongCell[] = []
  let done = 0
  for (const batch of batchesOf(rows)) {
    for (let left: readonly SheetRow[] = batch; left.length > 0; ) {
      signal.throwIfAborted()
      const sent = left
      const body = { rows: sent.map(({ row }) => row) }
      const reply = await api.call('importFishes', { query: { check: '1' }, body, signal })
      if (reply.ok) {
        results.push(...pair(sent, reply.body.rows))
        break
      }
      const wrong = reply.refusal.errors.flatMap((field) => cellOf(sent, field) ?? [])
      if (wrong.length === 0) throw asError(reply.refusal)
      const isNew = (row: SheetRow) => wrong.some((each) => each.row === row && each.isMissing)
      left = sent.map((row) => (isOneName && isNew(row) ? withOneName(row) : row))
      if (left.some((row, at) => row !== sent[at])) continue
      refused.push(...wrong.map(({ cell }) => cell))
      left = sent.filter((row) => !wrong.some((each) => each.row === row))
    }
    done += batch.length
    onProgress(done)
  }
  return { results, refused }
}

function outcomeOf({ row }: SheetRow, fish: Fish): ImportedRow {
  const missing = (name: (typeof inputFields)[number]) =>
    name === 'featured' ? false : isProductField(name) ? emptyValue(name) : ''
  const now = (name: (typeof inputFields)[number]) => fish[name] ?? missing(name)
  const changed = inputFields.filter((name) => row[name] !== undefined && row[name] !== now(name))
  if (changed.length === 0) return { kind: 'unchanged', _id: fish._id }
  return { kind: 'changed', _id: fish._id, before: Object.fromEntries(changed.map((name) => [name, now(name)])) }
}

/** What an import would do by the catalogue on this device; undefined where that is not complete. */
export async function checkSavedRows(
  db: ShopDatabase,
  rows: readonly SheetRow[],
  isOneName: boolean,
): Promise<CheckedResults | undefined> {
  if (!(await getCatalogueState(db))?.complete) return undefined
  const fishes = await getFishes(db)
  const byCode = new Map(fishes.filter(({ code }) => code).map((fish) => [articleKey(fish.code ?? ''), fish]))
  const byId = new Map(fishes.map((fish) => [fish._id, fish]))
  const results: RowResult[] = []
  const refused: WrongCell[] = []
  for (const given of rows) {
    const { code = '', _id = '' } = given.row
    const fish = byCode.get(articleKey(code)) ?? byId.get(_id.toLowerCase())
    const row = isOneName && !fish ? withOneName(given) : given
    const missing = fish ? [] : requiredFields.filter((name) => row.row[name] === undefined)
    refused.push(...missing.map((name) => wrongCell(row, name, { path: name, rule: 'required', detail: '' })))
    if (missing.length === 0) results.push({ row, outcome: fish ? outcomeOf(row, fish) : { kind: 'new' } })
  }
  return { results, refused }
}

export const countKinds = (results: readonly RowResult[]) =>
  recordOf(['new', 'changed', 'unchanged'], (kind) => results.filter(({ outcome }) => outcome.kind === kind).length)

/** Imports the rows in batches, each with its idempotency key, up to the first refusal. Throws `RefusedError` and `ConnectionError`. */
export async function importRows({
  api,
  rows,
  signal,
  keys,
  onProgress,
}: RowsToSend & { keys: readonly string[] }): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const [at, batch] of batchesOf(rows).entries()) {
    signal.throwIfAborted()
    const key = keys[at]
    if (key === undefined) throw new Error('a batch has no key')
    const body = { rows: batch.map(({ row }) => row) }
    const reply = await api.call('importFishes', { query: {}, body, key, signal })
    if (!reply.ok) throw asError(reply.refusal)
    results.push(...pair(batch, reply.body.rows))
    onProgress(results.length)
  }
  return results
}

export interface StoredPictures {
  stored: number
  refused: { name: string; refusal: Refusal }[]
}

/** Whether the next picture would be refused as well: the session, the right, the rate or the server is the reason. */
const isForAll = ({ status }: Refusal) => status === 401 || status === 403 || status === 429 || status >= 500

/** Uploads pictures of products that are not in `stored` yet, the others of a product after its first. Throws `ConnectionError`, and `RefusedError` for a refusal that is not about one picture. */
export async function storePictures({
  api,
  found,
  stored,
  signal,
  onProgress,
}: Omit<RowsToSend, 'rows'> & {
  found: readonly { file: File; id: string; isFirst: boolean }[]
  stored: Set<string>
}): Promise<StoredPictures> {
  const refused: StoredPictures['refused'] = []
  for (const { file, id, isFirst } of found) {
    const key = `${id} ${file.name}`
    if (stored.has(key)) continue
    signal.throwIfAborted()
    const body = new FormData()
    if (isFirst) body.append('fishe_id', id)
    body.append('image', file, file.name)
    const reply = isFirst
      ? await api.call('uploadPicture', { body, signal })
      : await api.call('addPicture', { params: { id }, body, signal })
    if (reply.ok) stored.add(key)
    else if (isForAll(reply.refusal)) throw asError(reply.refusal)
    else refused.push({ name: file.name, refusal: reply.refusal })
    onProgress(stored.size + refused.length)
  }
  return { stored: stored.size, refused }
}
