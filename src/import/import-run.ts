import { articleKey } from '../../contract/catalogue-query.ts'
import { type Fish, type ImportedRow, inputFields, requiredFields } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import { emptyValue, isProductField } from '../../contract/product-fields.ts'
import { ConnectionError, type Refusal } from '../api/api-errors.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { getCatalogueState, getFishes } from '../db/store-products.ts'
import type { Deps } from '../db/use-deps.tsx'
import type { ColumnName } from '../i18n/column-titles.ts'
import { createStore } from '../lib/store.ts'
import { inWorker, SpreadsheetFailure } from '../tables/in-worker.ts'
import { type ChosenPictures, pictureName } from '../tables/picture-names.ts'
import type { TextForm } from '../tables/read-csv.ts'
import type { TableFailure } from '../tables/read-table.ts'
import { tableLimits } from '../tables/table-limits.ts'
import {
  bestFirst,
  type Checked,
  type Choices,
  firstChoices,
  type Matching,
  matching,
  type Progress,
  rememberColumns,
} from './matching.ts'
import { readAllRows, type SheetRow } from './read-rows.ts'
import {
  batchesOf,
  checkRows,
  importRows,
  type RefusedCell,
  type RowResult,
  refusedCell,
  withOneName,
} from './send-rows.ts'
import { type StoredPictures, storePictures } from './store-pictures.ts'

/**
 * What an import would do, by the catalogue that is saved on this device, while the server cannot be asked. Undefined where
 * that is not complete.
 */
async function compareSaved(
  db: ShopDatabase,
  rows: readonly SheetRow[],
  isOneName: boolean,
): Promise<{ results: RowResult[]; refused: RefusedCell[] } | undefined> {
  if (!(await getCatalogueState(db))?.complete) return undefined
  const fishes = await getFishes(db)
  const byCode = new Map(fishes.filter(({ code }) => code).map((fish) => [articleKey(fish.code ?? ''), fish]))
  const byId = new Map(fishes.map((fish) => [fish._id, fish]))
  const results: RowResult[] = []
  const refused: RefusedCell[] = []
  for (const given of rows) {
    const { code = '', _id = '' } = given.row
    const fish = byCode.get(articleKey(code)) ?? byId.get(_id.toLowerCase())
    const row = isOneName && !fish ? withOneName(given) : given
    const missing = fish ? [] : requiredFields.filter((name) => row.row[name] === undefined)
    refused.push(...missing.map((name) => refusedCell(row, name, { path: name, rule: 'required', detail: '' })))
    if (missing.length === 0) results.push({ row, outcome: fish ? outcomeOf(row, fish) : { kind: 'new' } })
  }
  return { results, refused }
}

function outcomeOf({ row }: SheetRow, fish: Fish): ImportedRow {
  const now = (name: (typeof inputFields)[number]) => fish[name] ?? (isProductField(name) ? emptyValue(name) : '')
  const changed = inputFields.filter((name) => row[name] !== undefined && row[name] !== now(name))
  if (changed.length === 0) return { kind: 'unchanged', _id: fish._id }
  return { kind: 'changed', _id: fish._id, before: Object.fromEntries(changed.map((name) => [name, now(name)])) }
}

/** Why a file could not be read. `timeout`: it took too long. `failed`: reading it failed. */
export type ReadFailure = TableFailure | SpreadsheetFailure['kind']

/** What the shop has taken, from the first row on. */
export interface Taken {
  results: RowResult[]
  pictures: StoredPictures
  /** whether the batch after these was on its way when the connection ended: it may be in the shop, too */
  isNextInDoubt: boolean
}

/** An import that was cancelled (without `why`), cut or refused, and can go on. */
export interface Stopped {
  kind: 'stopped'
  checked: Checked
  taken: Taken
  /** of the rows that are in the shop */
  pictures: number
  why: Refusal | ConnectionError | undefined
}

/** The steps of an import: choose a file, match its columns, see the checked rows, done. */
type ImportStep =
  | { kind: 'choose'; failure?: ReadFailure }
  | Matching
  | Checked
  | Stopped
  | { kind: 'done'; taken: Taken }

interface ImportState {
  step: ImportStep
  progress: Progress | undefined
  problem: Refusal | ConnectionError | undefined
  pictures: ChosenPictures
}

type Why = Refusal | ConnectionError | undefined

const begin: ImportState = {
  step: { kind: 'choose' },
  progress: undefined,
  problem: undefined,
  pictures: { pictures: new Map(), leftOut: [] },
}
const nothing: Taken = { results: [], pictures: { stored: 0, refused: [] }, isNextInDoubt: false }

/** The import of a spreadsheet. It can be cancelled and repeated at any time: imported products are recognised. */
export function createImport({ api, sync, db }: Pick<Deps, 'api' | 'sync' | 'db'>) {
  const { get, set: put, subscribe } = createStore(begin)
  let stop = new AbortController()
  let locale: Locale = 'en'

  const set = (change: Partial<ImportState>) => put({ ...get(), ...change })

  /** Runs one at a time. `onStop` is told why it ended before its end: undefined if it was cancelled. */
  async function run(
    work: (signal: AbortSignal) => Promise<Refusal | undefined>,
    onStop = (problem: Why) => set({ problem }),
  ) {
    stop = new AbortController()
    const { signal } = stop
    set({ problem: undefined })
    try {
      const refusal = await work(signal)
      if (refusal) onStop(refusal)
    } catch (error) {
      if (signal.aborted) onStop(undefined)
      else if (error instanceof SpreadsheetFailure) set({ step: { kind: 'choose', failure: error.kind } })
      else if (error instanceof ConnectionError) onStop(error)
      else throw error
    } finally {
      set({ progress: undefined })
    }
  }

  const report = (kind: Progress['kind'], of: number) => {
    const onProgress = (done: number) => set({ progress: { kind, done, of } })
    onProgress(0)
    return onProgress
  }

  const picturesOf = (results: readonly RowResult[]) =>
    results.flatMap(({ row, outcome }) => {
      const file = get().pictures.pictures.get(pictureName(row.picture))
      return file && outcome._id ? [{ file, id: outcome._id }] : []
    })

  const current = () => {
    const { step } = get()
    return step.kind === 'match' ? step : step.kind === 'checked' ? step.from : undefined
  }

  /** Shows a file as it is understood; one that was checked is checked again. */
  function show(next: Matching) {
    const isTooLong = next.table.rows.length > tableLimits.rows
    const wasChecked = get().step.kind === 'checked'
    set({ step: isTooLong ? { kind: 'choose', failure: 'too-many-rows' } : next })
    if (wasChecked && !isTooLong) void check()
  }

  async function read(file: File, form: Partial<TextForm>, signal: AbortSignal) {
    const before = current()
    const reading = await inWorker('readTable', { file, form }, { signal })
    if (reading.kind !== 'sheets') return set({ step: { kind: 'choose', failure: reading.kind } })
    const sheets = bestFirst(reading.sheets)
    const choices = before?.file === file ? { ...before.choices, titlesAt: undefined } : firstChoices
    show(matching({ file, sheets, form: reading.form, choices }, before?.file === file ? before : undefined))
  }

  const check = () =>
    run(async (signal) => {
      const { step } = get()
      const from = current()
      if (!from) return undefined
      if (step.kind === 'match') rememberColumns(from)
      const { table, columns, choices, form } = from
      const { isOneName } = choices
      report('checking', table.rows.length)
      const { rows, errors } = await readAllRows(table, columns, {
        ...choices,
        locale,
        isText: form !== undefined,
        signal,
      })
      const onProgress = report('checking', rows.length)
      const show = (checked: Pick<Checked, 'results' | 'refused' | 'isSaved'>) => {
        const keys = batchesOf(checked.results).map(() => sync.newId())
        set({ step: { ...checked, kind: 'checked', errors, keys, from } })
      }
      try {
        const checked = await checkRows({ api, rows, signal, onProgress, isOneName })
        if (checked.kind === 'refused') return checked.refusal
        show({ ...checked, isSaved: false })
      } catch (error) {
        if (!(error instanceof ConnectionError) || signal.aborted) throw error
        const saved = await compareSaved(db, rows, isOneName).catch(() => undefined)
        if (!saved) throw error
        show({ ...saved, isSaved: true })
      }
      return undefined
    })

  /** Sends the rows, then the pictures, after those that are in the shop already. */
  async function send(checked: Checked, before: Taken) {
    let taken = before
    const rows = checked.results.map(({ row }) => row)
    const onStop = (why: Why) => {
      const isInDoubt = taken.results.length < rows.length && (taken.isNextInDoubt || !why || why instanceof Error)
      taken = { ...taken, isNextInDoubt: isInDoubt }
      set({ step: { kind: 'stopped', checked, taken, pictures: picturesOf(taken.results).length, why } })
    }
    await run(async (signal) => {
      const onRows = report('importing', rows.length)
      onRows(taken.results.length)
      const from = taken.results.length
      const refusal = await importRows({
        ...{ api, rows, keys: checked.keys, from, signal },
        onBatch(more) {
          taken = { ...taken, results: [...taken.results, ...more], isNextInDoubt: false }
          onRows(taken.results.length)
        },
      })
      if (refusal) return refusal
      const found = picturesOf(taken.results)
      const onPictures = found.length > 0 ? report('pictures', found.length) : () => {}
      const refused = await storePictures({
        ...{ api, found, signal, before: taken.pictures },
        onPicture(pictures) {
          taken = { ...taken, pictures }
          onPictures(pictures.stored + pictures.refused.length)
        },
      })
      if (refused) return refused
      set({ step: { kind: 'done', taken } })
      return undefined
    }, onStop)
  }

  return {
    get,
    subscribe,
    cancel: () => stop.abort(),
    restart: () => set({ step: begin.step, problem: undefined }),
    /** The screen is left: begins anew, unless something runs or has stopped halfway. */
    leave() {
      const { progress, problem, step } = get()
      if (!progress && !problem && step.kind !== 'stopped') set(begin)
    },
    /** From the checked rows back to the columns. */
    back() {
      const { step } = get()
      if (step.kind === 'checked') set({ step: step.from })
    },
    chooseTable: (file: File) =>
      run(async (signal) => {
        report('reading', 0)
        await read(file, {}, signal)
        return undefined
      }),
    choosePictures: (files: readonly File[]) =>
      run(async (signal) => {
        report('reading', 0)
        set({ pictures: await inWorker('readPictures', { files }, { signal }) })
        return undefined
      }),
    /** Reads the file in another way, and checks it again if it was checked. */
    async choose(part: Partial<Choices>) {
      const before = current()
      if (!before) return
      const choices = { ...before.choices, ...('sheetAt' in part && { titlesAt: undefined }), ...part }
      show(matching({ ...before, choices, columns: undefined }, before))
    },
    /** Reads the text of the file in another form. */
    chooseForm: (part: Partial<TextForm>) =>
      run(async (signal) => {
        const before = current()
        if (before?.form) await read(before.file, { ...before.form, ...part }, signal)
        return undefined
      }),
    matchColumn(at: number, name: ColumnName | undefined) {
      const { step } = get()
      if (step.kind !== 'match') return
      // a field belongs to one column
      const columns = step.columns.map((each, index) => (index === at ? name : each === name ? undefined : each))
      set({ step: { ...step, columns } })
    },
    check: (chosen: Locale) => {
      locale = chosen
      return check()
    },
    importAll: async () => {
      const { step } = get()
      if (step.kind === 'checked' && !step.isSaved) await send(step, nothing)
    },
    goOn: async () => {
      const { step } = get()
      if (step.kind === 'stopped') await send(step.checked, step.taken)
    },
  }
}

export type ImportRun = ReturnType<typeof createImport>
