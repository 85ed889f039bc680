import type { Locale } from '../../../../contract/locales.ts'
import { ConnectionError, type Refusal } from '../../../api/errors.ts'
import type { Deps } from '../../../data/use-deps.tsx'
import type { ColumnName } from '../../../i18n/column-titles.ts'
import { createStore } from '../../../lib/store.ts'
import { inWorker, SpreadsheetFailure } from '../../../ui/tables/in-worker.ts'
import { type ChosenPictures, pictureName } from '../../../ui/tables/picture-names.ts'
import type { TableFailure, TableRow } from '../../../ui/tables/read-table.ts'
import { tableLimits } from '../../../ui/tables/table-limits.ts'
import { findTitles, matchColumns } from './columns.ts'
import { type CellError, readRows, type SheetTable, tableBelow } from './read-rows.ts'
import { batchesOf, checkRows, importRows, type RefusedCell, type RowResult } from './send-rows.ts'
import { type StoredPictures, storePictures } from './store-pictures.ts'

/** Why a file could not be read. `timeout`: it took too long. `failed`: reading it failed. */
export type ReadFailure = TableFailure | SpreadsheetFailure['kind']

/** A file whose columns are being matched. `titlesAt`: the place of the row with the titles. */
export interface Matching {
  kind: 'match'
  rows: TableRow[]
  titlesAt: number
  table: SheetTable
  columns: (ColumnName | undefined)[]
}

export interface Checked {
  kind: 'checked'
  results: RowResult[]
  errors: CellError[]
  refused: RefusedCell[]
  /** the idempotency key of each batch, the same one when it is sent again */
  keys: string[]
  /** what was checked, for the way back */
  from: Matching
}

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

/** What is running, and how far it is. */
export interface Progress {
  kind: 'reading' | 'checking' | 'importing' | 'pictures'
  done: number
  /** 0 while it is not known */
  of: number
}

interface ImportState {
  step: ImportStep
  progress: Progress | undefined
  problem: Refusal | ConnectionError | undefined
  pictures: ChosenPictures
}

type Why = Refusal | ConnectionError | undefined

function matching(rows: TableRow[], titlesAt: number): Matching {
  const table = tableBelow(rows, titlesAt)
  return { kind: 'match', rows, titlesAt, table, columns: matchColumns(table.titles) }
}

const begin: ImportState = {
  step: { kind: 'choose' },
  progress: undefined,
  problem: undefined,
  pictures: { pictures: new Map(), leftOut: [] },
}
const nothing: Taken = { results: [], pictures: { stored: 0, refused: [] }, isNextInDoubt: false }

/** The import of a spreadsheet. It can be cancelled and repeated at any time: imported products are recognised. */
export function createImport({ api, sync }: Pick<Deps, 'api' | 'sync'>) {
  const { get, set: put, subscribe } = createStore(begin)
  let stop = new AbortController()

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
        const reading = await inWorker('readTable', { file }, { signal })
        if (reading.kind !== 'rows') {
          set({ step: { kind: 'choose', failure: reading.kind } })
          return undefined
        }
        const step = matching(reading.rows, findTitles(reading.rows))
        const isTooLong = step.table.rows.length > tableLimits.rows
        set({ step: isTooLong ? { kind: 'choose', failure: 'too-many-rows' } : step })
        return undefined
      }),
    choosePictures: (files: readonly File[]) =>
      run(async (signal) => {
        report('reading', 0)
        set({ pictures: await inWorker('readPictures', { files }, { signal }) })
        return undefined
      }),
    chooseTitles(titlesAt: number) {
      const { step } = get()
      if (step.kind === 'match') set({ step: matching(step.rows, titlesAt) })
    },
    matchColumn(at: number, name: ColumnName | undefined) {
      const { step } = get()
      if (step.kind !== 'match') return
      // a field belongs to one column
      const columns = step.columns.map((each, index) => (index === at ? name : each === name ? undefined : each))
      set({ step: { ...step, columns } })
    },
    check: (locale: Locale) =>
      run(async (signal) => {
        const { step } = get()
        if (step.kind !== 'match') return undefined
        const { rows, errors } = readRows(step.table, step.columns, locale)
        const onProgress = report('checking', rows.length)
        const checked = await checkRows({ api, rows, signal, onProgress })
        if (checked.kind === 'refused') return checked.refusal
        const keys = batchesOf(checked.results).map(() => sync.newId())
        set({ step: { ...checked, kind: 'checked', errors, keys, from: step } })
        return undefined
      }),
    importAll: async () => {
      const { step } = get()
      if (step.kind === 'checked') await send(step, nothing)
    },
    goOn: async () => {
      const { step } = get()
      if (step.kind === 'stopped') await send(step.checked, step.taken)
    },
  }
}

export type ImportRun = ReturnType<typeof createImport>
