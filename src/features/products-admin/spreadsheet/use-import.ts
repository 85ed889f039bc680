import { useRef, useState } from 'react'
import { ConnectionError, type Refusal } from '../../../api/errors.ts'
import { useDeps } from '../../../data/use-deps.tsx'
import type { ColumnName } from '../../../i18n/column-titles.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { inWorker, SpreadsheetFailure } from '../../../ui/tables/in-worker.ts'
import { type ChosenPictures, pictureName } from '../../../ui/tables/picture-names.ts'
import type { TableFailure, TableRow } from '../../../ui/tables/read-table.ts'
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

/** The steps of an import: choose a file, match its columns, see the checked rows, done. */
export type ImportStep =
  | { kind: 'choose'; failure?: ReadFailure }
  | Matching
  | Checked
  | { kind: 'done'; results: RowResult[]; pictures: StoredPictures }

/** What is running, and how far it is. */
export interface Progress {
  kind: 'reading' | 'checking' | 'importing' | 'pictures'
  done: number
  /** 0 while it is not known */
  of: number
}

function matching(rows: TableRow[], titlesAt: number): Matching {
  const table = tableBelow(rows, titlesAt)
  return { kind: 'match', rows, titlesAt, table, columns: matchColumns(table.titles) }
}

const noPictures: ChosenPictures = { pictures: new Map(), leftOut: [] }

/** The import of a spreadsheet. It can be cancelled and repeated at any time: imported products are recognised. */
export function useImport() {
  const { api, sync } = useDeps()
  const locale = useLocale()
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' })
  const [pictures, setPictures] = useState(noPictures)
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<Refusal | ConnectionError>()
  const stop = useRef(new AbortController())

  async function run(work: (signal: AbortSignal) => Promise<Refusal | undefined>) {
    stop.current = new AbortController()
    const { signal } = stop.current
    setProblem(undefined)
    try {
      setProblem(await work(signal))
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof SpreadsheetFailure) setStep({ kind: 'choose', failure: error.kind })
      else if (error instanceof ConnectionError) setProblem(error)
      else throw error
    } finally {
      setProgress(undefined)
    }
  }

  const report = (kind: Progress['kind'], of: number) => {
    const onProgress = (done: number) => setProgress({ kind, done, of })
    onProgress(0)
    return onProgress
  }

  return {
    step,
    progress,
    problem,
    pictures,
    cancel: () => stop.current.abort(),
    restart: () => setStep({ kind: 'choose' }),
    /** From the checked rows back to the columns. */
    back: () => step.kind === 'checked' && setStep(step.from),
    chooseTable: (file: File) =>
      run(async (signal) => {
        report('reading', 0)
        const reading = await inWorker('readTable', { file }, { signal })
        if (reading.kind === 'rows') setStep(matching(reading.rows, findTitles(reading.rows)))
        else setStep({ kind: 'choose', failure: reading.kind })
        return undefined
      }),
    choosePictures: (files: readonly File[]) =>
      run(async (signal) => {
        report('reading', 0)
        setPictures(await inWorker('readPictures', { files }, { signal }))
        return undefined
      }),
    chooseTitles(titlesAt: number) {
      if (step.kind === 'match') setStep(matching(step.rows, titlesAt))
    },
    matchColumn(at: number, name: ColumnName | undefined) {
      if (step.kind !== 'match') return
      // a field belongs to one column
      const columns = step.columns.map((each, index) => (index === at ? name : each === name ? undefined : each))
      setStep({ ...step, columns })
    },
    check: () =>
      run(async (signal) => {
        if (step.kind !== 'match') return undefined
        const { rows, errors } = readRows(step.table, step.columns, locale)
        const onProgress = report('checking', rows.length)
        const checked = await checkRows({ api, rows, signal, onProgress })
        if (checked.kind === 'refused') return checked.refusal
        const keys = batchesOf(checked.results).map(() => sync.newId())
        setStep({ ...checked, kind: 'checked', errors, keys, from: step })
        return undefined
      }),
    importAll: () =>
      run(async (signal) => {
        if (step.kind !== 'checked') return undefined
        const rows = step.results.map(({ row }) => row)
        const onProgress = report('importing', rows.length)
        const imported = await importRows({ api, rows, signal, onProgress, keys: step.keys })
        if (imported.kind === 'refused') return imported.refusal
        const found = imported.results.flatMap(({ row, outcome }) => {
          const file = pictures.pictures.get(pictureName(row.picture))
          return file && outcome._id ? [{ file, id: outcome._id }] : []
        })
        const stored = await storePictures({ api, found, signal, onProgress: report('pictures', found.length) })
        setStep({ kind: 'done', results: imported.results, pictures: stored })
        return undefined
      }),
  }
}

export type Import = ReturnType<typeof useImport>
