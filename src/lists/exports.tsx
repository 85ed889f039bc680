import { Button, type ButtonProps, Flex, Stack, type StackProps, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { type CsvStyle, csvStyleOf, type FileFormat, type TableValues } from '../../contract/texts/csv.ts'
import type { Reply } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { LabelledSelect } from '../forms/fields.tsx'
import { formatNumber } from '../i18n/numbers.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { inWorker } from '../tables/in-worker.ts'
import { saveFile } from '../ui/blob-address.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { asError } from '../ui/loading/refused-error.ts'
import { failureIn } from './query.ts'

/** Exports a table as CSV or XLSX. The CSV is by default one that spreadsheets of the reader's language open. */
export function ExportButtons({ list, fetchRows, ...stack }: StackProps & { list: string; fetchRows: FetchRows }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { start, ...run } = useExport(list)
  const [chosen, setChosen] = useState<CsvStyle>()
  const style = chosen ?? csvStyleOf(locale)
  return (
    <Stack gap="3" {...stack}>
      <Flex wrap="wrap" gap="3" align="center">
        <LabelledSelect
          label={t`CSV format`}
          value={style}
          options={[
            { value: 'comma', label: t`Excel (FR, ES): ; and ,` },
            { value: 'point', label: t`International: , and .` },
          ]}
          onValue={setChosen}
        />
        <Button onClick={(event) => start({ kind: 'csv', style }, fetchRows, event)}>{t`Export CSV`}</Button>
        <Button onClick={(event) => start({ kind: 'xlsx' }, fetchRows, event)}>{t`Export XLSX`}</Button>
      </Flex>
      <ExportStatus {...run} />
    </Stack>
  )
}

interface ExportButtonProps extends ButtonProps {
  list: string
  format: FileFormat
  fetchRows: FetchRows
}

export function ExportButton({ list, format, fetchRows, ...button }: ExportButtonProps) {
  const { start, ...run } = useExport(list)
  return (
    <>
      <Button {...button} onClick={(event) => start(format, fetchRows, event)} />
      <ExportStatus {...run} />
    </>
  )
}

/** How far an export is, with a button that cancels it, or why it failed. Stands at the button that started it. */
function ExportStatus({ progress, failure, cancel }: Pick<Export, 'progress' | 'failure' | 'cancel'>) {
  if (failure) return <Notice kind="error">{failure}</Notice>
  if (!progress) return null
  return (
    <Flex align="center" gap="3">
      <Text role="status">
        <ProgressText progress={progress} />
      </Text>
      <Button onClick={cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Flex>
  )
}

/** The part of an export that is running. `of`: 0 while it is not known. */
type ExportProgress = { done: number; of: number } | 'writing'

function ProgressText({ progress }: { progress: ExportProgress }) {
  const locale = useLocale()
  if (progress === 'writing') return <Trans>Writing the file…</Trans>
  const [done, of] = [progress.done, progress.of].map((each) => formatNumber(each, locale))
  if (progress.of === 0) return <Trans comment="while an export is prepared">Fetching…</Trans>
  return (
    <Trans comment="progress of an export">
      {done} of {of} fetched
    </Trans>
  )
}

export interface Fetching {
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
}

/** Returns the rows of an export with their titles. Throws `RefusedError` and `ConnectionError`. */
type FetchRows = (fetching: Fetching) => Promise<TableValues>

/** Makes a file in the spreadsheet worker and saves it under the name of the list and the date. */
function useExport(list: string) {
  const { t } = useLingui()
  const { clock } = useDeps()
  const refusalText = useRefusalText()
  const [progress, setProgress] = useState<ExportProgress>()
  const [failure, setFailure] = useState<string>()
  const stop = useRef(new AbortController())
  const button = useRef<HTMLElement>(undefined)
  useEffect(() => () => stop.current.abort(), [])

  async function start(format: FileFormat, fetchRows: FetchRows): Promise<void> {
    stop.current = new AbortController()
    const { signal } = stop.current
    setFailure(undefined)
    setProgress({ done: 0, of: 0 })
    try {
      const rows = await fetchRows({ signal, onProgress: (done, of) => setProgress({ done, of }) })
      setProgress('writing')
      const file = await inWorker('writeTable', { rows, format }, signal)
      saveFile(`${list}-${new Date(clock.now()).toISOString().slice(0, 10)}.${format.kind}`, file)
    } catch (error) {
      if (signal.aborted) return
      const known = failureIn(error)
      setFailure(known ? refusalText(known) : t`The file could not be made. Please try again.`)
    } finally {
      setProgress(undefined)
    }
  }
  return {
    progress,
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

type Export = ReturnType<typeof useExport>

/** All rows of a list, each once. Throws `RefusedError` and `ConnectionError`. */
export async function fetchPages<R extends { _id: string }>(
  load: (query: { page: number; per_page: number }, signal: AbortSignal) => Promise<Reply<R[]>>,
  { signal, onProgress }: Fetching,
): Promise<R[]> {
  const found = new Map<string, R>()
  for (let page = 1; ; page++) {
    const reply = await load({ page, per_page: limits.perPageMax }, signal)
    if (!reply.ok) throw asError(reply.refusal)
    for (const row of reply.body) found.set(row._id, row)
    onProgress(found.size, reply.total ?? found.size)
    // a page past the end repeats the last page
    if (reply.total === undefined || page * limits.perPageMax >= reply.total) return [...found.values()]
  }
}
