import { Button, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { FileButton } from '../forms/file-button.tsx'
import { formatNumber } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { ExportButton } from '../lists/exports.tsx'
import { tableLimits } from '../tables/cells.ts'
import type { LeftOut, LeftOutReason } from '../tables/sheet-pictures.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { Panel } from '../ui/page.tsx'
import { catalogueTitles } from './export-catalogue.ts'
import type { Import, ReadFailure } from './import-run.ts'
import { lotSheetTitles } from './lot-sheet.ts'

export function ChooseAnotherFile({ run }: { run: Import }) {
  return (
    <Button onClick={run.restart}>
      <Trans>Choose another file</Trans>
    </Button>
  )
}

/** Step 1: choose the spreadsheet and the pictures that it names. */
export function ChooseFiles({ run, failure }: { run: Import; failure: ReadFailure | undefined }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const rows = i18n.number(tableLimits.rows)
  const characters = i18n.number(tableLimits.cellLength)
  const failures: Record<ReadFailure, string> = {
    'too-large': t`This file is too large. Please divide it.`,
    'too-many-rows': t`This file is too long. Rows at most: ${rows}. Please divide it.`,
    'long-cell': t`A cell of this file has more than ${characters} characters.`,
    timeout: t`Reading this file took too long. Please divide it, or save it as CSV.`,
    failed: t`This file could not be read here. Please try again, or save it as CSV.`,
    unreadable: t`This file cannot be read. Please save it as CSV or XLSX.`,
    empty: t`This file has no rows below its titles.`,
    'old-excel': t`This is a file of an old Excel. Open it and save it as XLSX.`,
    password: t`This file is protected by a password. Open it and save it without one.`,
    'binary-workbook': t`This is a binary workbook (XLSB). Open it in Excel and save it as XLSX.`,
    'open-document': t`This is an OpenDocument spreadsheet. Open it and save it as XLSX.`,
    numbers: t`This is a file of Apple Numbers. Open it and export it to Excel.`,
    'web-page': t`This is a web page with the name of a spreadsheet. Open it in a spreadsheet and save it as XLSX.`,
  }
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
      <Panel title={t`The spreadsheet`}>
        <Text color="fg.muted">
          {run.of === 'lots' ? (
            <Trans>
              One lot per row, below a row with titles. A lot is found by its code, its product by an article number or
              a trade name.
            </Trans>
          ) : (
            <Trans>
              One product per row, below a row with titles. A product is found by its article number, else by its ID. A
              row without either makes a new product.
            </Trans>
          )}
        </Text>
        {failure && <Notice kind="error">{failures[failure]}</Notice>}
        <FileButton
          // a file of another kind is refused with what to do about it
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.numbers"
          onFiles={([file]) => file && void run.chooseTable(file)}
        >{t`Choose a spreadsheet`}</FileButton>
        <ExportButton
          list={run.of === 'lots' ? 'template-lots' : 'template'}
          format={{ kind: 'xlsx' }}
          fetchRows={async () => [run.of === 'lots' ? lotSheetTitles(locale) : catalogueTitles(locale)]}
          variant="ghost"
        >{t`Download a template`}</ExportButton>
      </Panel>
      {run.of === 'products' && <ChoosePictures run={run} />}
    </SimpleGrid>
  )
}

export function ChoosePictures({ run }: { run: Import }) {
  const { t } = useLingui()
  const { pictures, leftOut } = run.pictures
  const count = pictures.size
  return (
    <Panel title={t`Pictures (optional)`}>
      <Text color="fg.muted">
        <Trans>The column Picture names a file. Choose these files together, or a ZIP archive of them.</Trans>
      </Text>
      {leftOut.length > 0 && <LeftOutFiles files={leftOut} />}
      <FileButton
        accept=".jpg,.jpeg,.png,.webp,.avif,.heic,.heif,.zip"
        multiple
        onFiles={(chosen) => void run.choosePictures(chosen)}
      >{t`Choose pictures`}</FileButton>
      <Text role="status">{count > 0 && <Trans>Pictures chosen: {count}</Trans>}</Text>
    </Panel>
  )
}

function LeftOutFiles({ files }: { files: readonly LeftOut[] }) {
  const { t } = useLingui()
  const titles: Record<LeftOutReason, string> = {
    format: t`Not a JPEG, PNG, WebP or AVIF picture (save HEIC pictures of a phone as JPEG):`,
    'too-large': t`Too large (a picture may have 12 MB, an archive 500 MB):`,
    'too-many': t`More than an archive may contain (5,000 pictures, 500 MB):`,
    archive: t`These archives cannot be opened:`,
  }
  const reasons = Object.keys(titles) as LeftOutReason[]
  return reasons.map((reason) => (
    <FileNames
      key={reason}
      title={titles[reason]}
      names={files.filter((file) => file.reason === reason).map(({ name }) => name)}
    />
  ))
}

const mostNames = 30

export function NotListed({ count }: { count: number }) {
  const more = formatNumber(count, useLocale())
  return (
    count > 0 && (
      <Text color="fg.muted">
        <Trans>Not listed: {more}</Trans>
      </Text>
    )
  )
}

export function FileNames({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Notice kind="warning">
      <p>{title}</p>
      <Text overflowWrap="anywhere">{names.slice(0, mostNames).join(', ')}</Text>
      <NotListed count={names.length - mostNames} />
    </Notice>
  )
}
