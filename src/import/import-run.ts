import { useEffect, useSyncExternalStore } from 'react'
import type { Locale } from '../../contract/locales.ts'
import { ConnectionError, type Refusal } from '../api/exchange.ts'
import { type Deps, useDeps, useSession } from '../db/use-deps.tsx'
import type { ColumnName, SheetOf } from '../i18n/column-titles.ts'
import { createStore } from '../lib/store.ts'
import { failureIn } from '../lists/query.ts'
import { tableLimits } from '../tables/cells.ts'
import { inWorker, SpreadsheetFailure } from '../tables/in-worker.ts'
import type { TextForm } from '../tables/read-csv.ts'
import type { TableFailure } from '../tables/read-table.ts'
import { type ChosenPictures, pictureName, picturesIn } from '../tables/sheet-pictures.ts'
import { checkLotRows, importLots } from './lot-sheet.ts'
import { bestFirst, type Choices, firstChoices, type Matching, matching, rememberColumns } from './matching.ts'
import { readRows, type WrongCell } from './read-rows.ts'
import {
  batchesOf,
  type CheckedResults,
  checkRows,
  checkSavedRows,
  importRows,
  type RowResult,
  type StoredPictures,
  storePictures,
} from './send-rows.ts'

export interface Progress {
  kind: 'reading' | 'checking' | 'importing' | 'pictures'
  done: number
  /** 0 while it is not known */
  of: number
}

export interface Checked {
  kind: 'checked'
  results: RowResult[]
  wrong: WrongCell[]
  /** there is no connection: compared with the catalogue on this device, for a look only */
  isSaved: boolean
  /** the idempotency key of each batch, with which the rows can be imported again after an error */
  keys: string[]
  /** the products whose picture is in the shop */
  pictured: Set<string>
  /** the rows whose lot is in the book */
  sent: Set<number>
  from: Matching
}

/** Why a file could not be read. */
export type ReadFailure = TableFailure | SpreadsheetFailure['kind']

type ImportStep =
  | { kind: 'choose'; failure?: ReadFailure }
  | Matching
  | Checked
  | { kind: 'done'; results: RowResult[]; pictures: StoredPictures }

interface ImportState {
  step: ImportStep
  progress?: Progress | undefined
  problem?: Refusal | ConnectionError | undefined
  /** how far the rows or pictures were that were being sent when the import was cancelled or refused */
  stopped?: Progress | undefined
  pictures: ChosenPictures
}

const begin: ImportState = {
  step: { kind: 'choose' },
  pictures: { pictures: new Map(), leftOut: [] },
}

/** It can be cancelled and repeated at any time: its batches keep their keys, and a file finds its products by their article numbers. */
function createImport({ api, sync, db }: Pick<Deps, 'api' | 'sync' | 'db'>, of: SheetOf) {
  const { get, set: put, subscribe } = createStore(begin)
  let abort = new AbortController()
  let locale: Locale = 'en'

  const set = (change: Partial<ImportState>) => put({ ...get(), ...change })

  /** Runs one at a time. */
  async function run(work: (signal: AbortSignal) => Promise<void>) {
    abort = new AbortController()
    const { signal } = abort
    set({ problem: undefined, stopped: undefined })
    try {
      await work(signal)
    } catch (error) {
      if (error instanceof SpreadsheetFailure) set({ step: { kind: 'choose', failure: error.kind } })
      else if (!failureIn(error) && !signal.aborted) throw error
      else if (!signal.aborted) set({ problem: failureIn(error) })
    } finally {
      set({ progress: undefined })
    }
  }

  const report = (kind: Progress['kind'], of: number) => {
    const onProgress = (done: number) => set({ progress: { kind, done, of } })
    onProgress(0)
    return onProgress
  }

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
    const reading = await inWorker('readTable', { file, form }, signal)
    if (reading.kind !== 'sheets') return set({ step: { kind: 'choose', failure: reading.kind } })
    const sheets = bestFirst(reading.sheets, of)
    const choices = before?.file === file ? { ...before.choices, titlesAt: undefined } : firstChoices
    show(matching({ of, file, sheets, form: reading.form, choices }, before?.file === file ? before : undefined))
  }

  const check = () =>
    run(async (signal) => {
      const { step } = get()
      const from = current()
      if (!from) return
      if (step.kind === 'match') rememberColumns(from)
      const { table, columns, choices, form } = from
      report('checking', table.rows.length)
      const how = { ...choices, locale, isText: form !== undefined, signal }
      const { rows, errors } = await readRows(table, columns, how)
      const onProgress = report('checking', rows.length)
      const showChecked = ({ results, refused }: CheckedResults, isSaved: boolean) => {
        const wrong = [...errors, ...refused].sort((a, b) => a.row - b.row)
        const keys = batchesOf(results.map(({ row }) => row)).map(() => sync.newId())
        set({ step: { kind: 'checked', results, wrong, isSaved, keys, pictured: new Set(), sent: new Set(), from } })
      }
      if (of === 'lots') return showChecked(await checkLotRows({ api, db, rows, signal, onProgress }), false)
      try {
        showChecked(await checkRows({ api, rows, signal, onProgress, isOneName: choices.isOneName }), false)
      } catch (error) {
        if (!(error instanceof ConnectionError) || signal.aborted) throw error
        const saved = await checkSavedRows(db, rows, choices.isOneName).catch(() => undefined)
        if (!saved) throw error
        showChecked(saved, true)
      }
    })

  async function send({ results, keys, pictured, sent: done }: Checked, signal: AbortSignal) {
    const how = { api, signal, onProgress: report('importing', results.length) }
    if (of === 'lots') {
      await importLots({ ...how, results, sent: done })
      return set({ step: { kind: 'done', results, pictures: { stored: 0, refused: [] } } })
    }
    const sent = await importRows({ ...how, rows: results.map(({ row }) => row), keys })
    const found = sent.flatMap(({ row, outcome: { _id } }) => {
      return picturesIn(row.picture).flatMap((name, at) => {
        const file = get().pictures.pictures.get(pictureName(name))
        return file && _id ? [{ file, id: _id, isFirst: at === 0 }] : []
      })
    })
    const onProgress = found.length > 0 ? report('pictures', found.length) : () => {}
    const pictures = await storePictures({ api, found, stored: pictured, signal, onProgress })
    set({ step: { kind: 'done', results: sent, pictures } })
  }

  return {
    of,
    get,
    subscribe,
    cancel: () => abort.abort(),
    restart: () => set({ step: begin.step, problem: undefined, stopped: undefined }),
    /** The screen is left: begins anew, unless something runs or has stopped halfway. */
    leave() {
      const { progress, problem, stopped } = get()
      if (!progress && !problem && !stopped) set(begin)
    },
    back() {
      const { step } = get()
      if (step.kind === 'checked') set({ step: step.from, problem: undefined, stopped: undefined })
    },
    chooseTable: (file: File) =>
      run(async (signal) => {
        report('reading', 0)
        await read(file, {}, signal)
      }),
    choosePictures: (files: readonly File[]) =>
      run(async (signal) => {
        report('reading', 0)
        try {
          set({ pictures: await inWorker('readPictures', { files }, signal) })
        } catch (error) {
          if (!(error instanceof SpreadsheetFailure)) throw error
          // the spreadsheet and what was chosen for it stay
          const leftOut = files.map(({ name }) => ({ name, reason: 'archive' }) as const)
          set({ pictures: { pictures: new Map(), leftOut } })
        }
      }),
    /** Reads the file in another way, and checks it again if it was checked. */
    choose(part: Partial<Choices>) {
      const before = current()
      if (!before) return
      const choices = { ...before.choices, ...('sheetAt' in part && { titlesAt: undefined }), ...part }
      show(matching({ ...before, choices }, before))
    },
    chooseForm: (part: Partial<TextForm>) =>
      run(async (signal) => {
        const before = current()
        if (before?.form) await read(before.file, { ...before.form, ...part }, signal)
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
    /** Once more after an error or a cancelled import: nothing is imported twice. */
    importAll: () =>
      run(async (signal) => {
        const { step } = get()
        if (step.kind !== 'checked' || step.isSaved) return
        try {
          await send(step, signal)
        } finally {
          if (get().step === step) set({ stopped: get().progress })
        }
      }),
  }
}

type Run = ReturnType<typeof createImport>
/** The imports of each page. They survive navigation, and are cancelled when another person logs in. */
const imports = new WeakMap<Deps, { userId: string | undefined; runs: Partial<Record<SheetOf, Run>> }>()

function importOf(deps: Deps, userId: string | undefined, of: SheetOf): Run {
  const last = imports.get(deps)
  // a session that has ended leaves nobody until the next login
  const isSame = last && (userId === undefined || last.userId === userId)
  if (last && !isSame) for (const run of Object.values(last.runs)) run.cancel()
  const runs = isSame ? last.runs : {}
  const run = runs[of] ?? createImport(deps, of)
  runs[of] = run
  if (!isSame) imports.set(deps, { userId, runs })
  return run
}

export function useImport(of: SheetOf) {
  const deps = useDeps()
  const userId = useSession()?.userId
  const run = importOf(deps, userId, of)
  const state = useSyncExternalStore(run.subscribe, run.get)
  const isSending = state.progress?.kind === 'importing' || state.progress?.kind === 'pictures'
  useEffect(() => {
    if (!isSending) return
    // a closed tab ends the import halfway
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])
  useEffect(() => run.leave, [run])
  return { ...run, ...state }
}

export type Import = ReturnType<typeof useImport>
