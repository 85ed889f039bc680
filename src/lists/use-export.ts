import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { ConnectionError, type Refusal } from '../api/api-errors.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import type { FileFormat, TableValues } from '../tables/csv.ts'
import { inWorker } from '../tables/in-worker.ts'
import { saveFile } from '../ui/blob-address.ts'

/** The part of an export that is running. `kind`: the rows are fetched, or written into the file. */
export interface ExportProgress {
  kind: 'fetching' | 'writing'
  done: number
  /** 0 while it is not known */
  of: number
}

export interface Fetching {
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
}

/** Returns the rows of an export with their titles, or the server's refusal. Throws `ConnectionError`. */
export type FetchRows = (fetching: Fetching) => Promise<TableValues | Refusal>

const isRefusal = (fetched: TableValues | Refusal): fetched is Refusal => 'status' in fetched

/** Makes a file in the spreadsheet worker and saves it under the name of the list and the date. */
export function useExport(list: string) {
  const { t } = useLingui()
  const { clock } = useDeps()
  const refusalText = useRefusalText()
  const [progress, setProgress] = useState<ExportProgress>()
  const [failure, setFailure] = useState<string>()
  const stop = useRef(new AbortController())
  const button = useRef<HTMLElement>(undefined)
  useEffect(() => () => stop.current.abort(), [])

  async function make(format: FileFormat, fetchRows: FetchRows, signal: AbortSignal): Promise<Refusal | undefined> {
    const report = (kind: ExportProgress['kind']) => (done: number, of: number) => setProgress({ kind, done, of })
    const rows = await fetchRows({ signal, onProgress: report('fetching') })
    if (isRefusal(rows)) return rows
    report('writing')(0, rows.length)
    const file = await inWorker('writeTable', { rows, format }, { signal, onProgress: report('writing') })
    saveFile(`${list}-${new Date(clock.now()).toISOString().slice(0, 10)}.${format.kind}`, file)
    return undefined
  }

  async function start(format: FileFormat, fetchRows: FetchRows): Promise<void> {
    stop.current = new AbortController()
    const { signal } = stop.current
    setFailure(undefined)
    setProgress({ kind: 'fetching', done: 0, of: 0 })
    try {
      const refusal = await make(format, fetchRows, signal)
      if (refusal) setFailure(refusalText(refusal))
    } catch (error) {
      if (!signal.aborted) {
        const text = t`The file could not be made. Please try again.`
        setFailure(error instanceof ConnectionError ? refusalText(error) : text)
      }
    } finally {
      setProgress(undefined)
    }
  }
  return {
    progress,
    /** why the last export failed */
    failure,
    start(format: FileFormat, fetchRows: FetchRows, { currentTarget }: MouseEvent<HTMLElement>) {
      if (progress) return
      button.current = currentTarget
      void start(format, fetchRows)
    },
    cancel() {
      stop.current.abort()
      // the button that was pressed is about to leave
      button.current?.focus()
    },
  }
}

export type Export = ReturnType<typeof useExport>
