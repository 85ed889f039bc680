import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import type { ImportedRow } from '../../../../contract/fish-import.ts'
import { ConnectionError, type Refusal } from '../../../api/errors.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useDeps } from '../../../ui/deps.tsx'
import { type ColumnName, matchColumns } from './columns.ts'
import { pictureName, readPictures } from './pictures.ts'
import { type CellError, readRows } from './read-rows.ts'
import { readTable, type SheetTable, type TableFailure } from './read-table.ts'
import { checkRows, importRows, type RefusedCell, type RowResult } from './send-rows.ts'

export type Counts = Record<ImportedRow['kind'], number>

/** The steps of an import: choose a file, match its columns, see the checked rows, done. */
export type ImportStep =
  | { kind: 'choose'; failure?: TableFailure }
  | { kind: 'match'; table: SheetTable; columns: (ColumnName | undefined)[] }
  | { kind: 'checked'; results: RowResult[]; errors: CellError[]; refused: RefusedCell[] }
  | { kind: 'done'; counts: Counts; pictures: { stored: number; refused: string[] } }

/** What is running, and how far it is. */
export interface Progress {
  kind: 'checking' | 'importing' | 'pictures'
  done: number
  of: number
}

export function countKinds(results: readonly RowResult[]): Counts {
  const count = (kind: ImportedRow['kind']) => results.filter(({ outcome }) => outcome.kind === kind).length
  return { new: count('new'), changed: count('changed'), unchanged: count('unchanged') }
}

/** The import of a spreadsheet. It can be cancelled and repeated at any time: imported products are recognised. */
export function useImport() {
  const { api } = useDeps()
  const locale = useLocale()
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' })
  const [pictures, setPictures] = useState({ files: new Map<string, File>(), unreadable: [] as string[] })
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<Refusal | ConnectionError>()
  const stop = useRef(new AbortController())
  // a batch that is sent again has the same idempotency key
  const keys = useRef<string[]>([])

  async function run(work: (signal: AbortSignal) => Promise<Refusal | undefined>) {
    stop.current = new AbortController()
    const { signal } = stop.current
    setProblem(undefined)
    try {
      setProblem(await work(signal))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ConnectionError)) throw error
      setProblem(error)
    } finally {
      setProgress(undefined)
    }
  }

  async function storePictures(results: readonly RowResult[], signal: AbortSignal) {
    const found = results.flatMap(({ row, outcome }) => {
      const file = pictures.files.get(pictureName(row.picture))
      return file && outcome._id ? [{ file, id: outcome._id }] : []
    })
    const refused: string[] = []
    for (const [at, { file, id }] of found.entries()) {
      signal.throwIfAborted()
      setProgress({ kind: 'pictures', done: at, of: found.length })
      const body = new FormData()
      body.append('fishe_id', id)
      body.append('image', file, file.name)
      const reply = await api.call('uploadPicture', { body, signal })
      if (!reply.ok) refused.push(file.name)
    }
    return { stored: found.length - refused.length, refused }
  }

  return {
    step,
    progress,
    problem,
    pictures,
    cancel: () => stop.current.abort(),
    restart: () => setStep({ kind: 'choose' }),
    async chooseTable(file: File) {
      setProblem(undefined)
      const reading = await readTable(file)
      if (reading.kind !== 'table') return setStep({ kind: 'choose', failure: reading.kind })
      setStep({ kind: 'match', table: reading.table, columns: matchColumns(reading.table.titles) })
    },
    async choosePictures(files: readonly File[]) {
      const { pictures: found, unreadable } = await readPictures(files)
      setPictures({ files: found, unreadable })
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
        const report = (done: number) => setProgress({ kind: 'checking', done, of: rows.length })
        report(0)
        const checked = await checkRows({ api, rows, signal, onProgress: report })
        if (checked.kind === 'refused') return checked.refusal
        keys.current = []
        setStep({ ...checked, kind: 'checked', errors })
        return undefined
      }),
    importAll: () =>
      run(async (signal) => {
        if (step.kind !== 'checked') return undefined
        const rows = step.results.map(({ row }) => row)
        const report = (done: number) => setProgress({ kind: 'importing', done, of: rows.length })
        report(0)
        const keyOf = (batch: number) => {
          keys.current[batch] ??= v7()
          return keys.current[batch]
        }
        const imported = await importRows({ api, rows, signal, onProgress: report, keyOf })
        if (imported.kind === 'refused') return imported.refusal
        const stored = await storePictures(imported.results, signal)
        setStep({ kind: 'done', counts: countKinds(imported.results), pictures: stored })
        return undefined
      }),
  }
}

export type Import = ReturnType<typeof useImport>
