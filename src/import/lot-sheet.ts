import { msg } from '@lingui/core/macro'
import { invalidFields } from '../../contract/broken-rules.ts'
import { articleKey } from '../../contract/catalogue-query.ts'
import type { Fish } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import { type Lot, LotInput, lotKey, wrongLotDays } from '../../contract/lots.ts'
import type { TableValues } from '../../contract/texts/csv.ts'
import type { Api } from '../api/api-client.ts'
import type { RefusedField } from '../api/exchange.ts'
import { getFishes } from '../db/products.ts'
import type { Deps } from '../db/use-deps.tsx'
import { columnTitles, type LotColumn, lotColumns } from '../i18n/column-titles.ts'
import { lotFields } from '../i18n/lot-titles.ts'
import { type Fetching, fetchPages } from '../lists/exports.tsx'
import { asError } from '../ui/loading/refused-error.ts'
import { type SheetRow, type WrongCell, wrongCell } from './read-rows.ts'
import type { CheckedResults, RowResult, RowsToSend } from './send-rows.ts'

type Source = Pick<Deps, 'api' | 'db'>

const fetchLots = (api: Api, fetching: Fetching) =>
  fetchPages((query, signal) => api.call('listLots', { query, signal }), fetching)

const columnOf = (path: string): LotColumn | undefined =>
  path === 'code' ? 'lot' : path === 'fishe' ? 'product' : lotColumns.find((each) => each === path)

export const lotSheetTitles = (locale: Locale) => lotColumns.map((name) => columnTitles[name][locale])

/** How a spreadsheet names a product: by its article number, else by its name. */
function productNames(fishes: readonly Fish[]) {
  const byKey = new Map<string, string | undefined>()
  // a name of two products is none of either
  for (const { _id, trade_name, trade_name_fr, trade_name_es } of fishes)
    for (const name of new Set([trade_name, trade_name_fr, trade_name_es].map(articleKey)))
      byKey.set(name, byKey.has(name) ? undefined : _id)
  for (const { _id, code } of fishes) if (code) byKey.set(articleKey(code), _id)
  for (const { _id } of fishes) byKey.set(articleKey(_id), _id)
  const byId = new Map(fishes.map((fish) => [fish._id, fish.code || fish.trade_name]))
  return {
    idOf: (text: string) => byKey.get(articleKey(text)),
    nameOf: (id: string) => {
      const name = byId.get(id) ?? id
      return byKey.get(articleKey(name)) === id ? name : id
    },
  }
}

/** The book of lots as a table that the import reads. Throws `RefusedError` and `ConnectionError`. */
export async function fetchLotRows({ api, db }: Source, locale: Locale, fetching: Fetching): Promise<TableValues> {
  const lots = await fetchLots(api, fetching)
  const { nameOf } = productNames(await getFishes(db))
  const cell = (lot: Lot, name: LotColumn) =>
    name === 'lot' ? lot.code : name === 'product' ? nameOf(lot.fishe) : lot[name]
  return [lotSheetTitles(locale), ...lots.map((lot) => lotColumns.map((name) => cell(lot, name)))]
}

type RowsToCheck = RowsToSend & Source

/** What an import of lots would do, by the book as the shop has it now. Throws `RefusedError` and `ConnectionError`. */
export async function checkLotRows({ api, db, rows, signal, onProgress }: RowsToCheck): Promise<CheckedResults> {
  const book = new Map((await fetchLots(api, { signal, onProgress: () => {} })).map((lot) => [lotKey(lot.code), lot]))
  const names = productNames(await getFishes(db))
  const results: RowResult[] = []
  const refused: WrongCell[] = []
  for (const row of rows) {
    const lot = book.get(lotKey(row.row.lot ?? ''))
    const { values, before } = merged(row, lot, names)
    const isUnknown = row.row.product !== undefined && values.fishe === undefined
    if (isUnknown) {
      refused.push(wrongCell(row, 'product', msg`The catalogue has no product with this number or name`))
      continue
    }
    const wrong = wrongOf(values)
    for (const { path, ...rule } of wrong) {
      const column = columnOf(path)
      if (column) refused.push(wrongCell(row, column, { path: column, detail: '', ...rule } satisfies RefusedField))
    }
    if (wrong.length > 0) continue
    const kind = !lot ? 'new' : Object.keys(before).length > 0 ? 'changed' : 'unchanged'
    // nothing is wrong with it
    const body = values as LotInput
    results.push({ row, outcome: { kind, ...(lot && { _id: lot._id, before }) }, lot: { body, at: lot } })
  }
  onProgress(rows.length)
  return { results, refused }
}

function wrongOf(values: Partial<LotInput>) {
  const broken = invalidFields(LotInput, values)
  return broken.length > 0 ? broken : wrongLotDays(values as LotInput)
}

/** A lot of the book with what its row changes; `before` has what these columns had. */
function merged({ row }: SheetRow, lot: Lot | undefined, names: ReturnType<typeof productNames>) {
  const before: RowResult['outcome']['before'] = {}
  const entries = lotFields.flatMap((name) => {
    const column = columnOf(name)
    const typed = column && row[column]
    const now = lot?.[name] ?? ''
    const given = name === 'fishe' && typed !== undefined ? names.idOf(typed) : typed
    // a code is the same in other letters
    const next = name === 'code' && lot ? now : (given ?? (typed === undefined ? now : undefined))
    if (column && lot && next !== undefined && next !== now) before[column] = name === 'fishe' ? names.nameOf(now) : now
    return next ? [[name, next] as const] : []
  })
  // the entries have names of the input
  return { values: Object.fromEntries(entries) as Partial<LotInput>, before }
}

interface LotsToImport extends Omit<RowsToSend, 'rows'> {
  results: readonly RowResult[]
  /** the rows that are in the book already, as an import that stopped halfway has left it */
  sent: Set<number>
}

/** Adds and changes lots one by one, up to the first refusal; rows that are `sent` are not sent again. Throws `RefusedError` and `ConnectionError`. */
export async function importLots({ api, results, sent, signal, onProgress }: LotsToImport): Promise<void> {
  for (const [at, { row, outcome, lot }] of results.entries()) {
    if (!lot || outcome.kind === 'unchanged' || sent.has(row.number)) continue
    signal.throwIfAborted()
    const { body, at: place } = lot
    const reply = place
      ? await api.call('updateLot', { params: { id: place._id }, body, signal })
      : await api.call('createLot', { body, signal })
    if (!reply.ok) throw asError(reply.refusal)
    sent.add(row.number)
    onProgress(at + 1)
  }
}
