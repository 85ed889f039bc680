import { Button, Stack, Stat, StatGroup, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ColumnName, columnTitles } from '../i18n/column-titles.ts'
import { formatNumber } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { ExportStatus } from '../lists/export-status.tsx'
import { useExport } from '../lists/use-export.ts'
import { cellText } from '../tables/cells.ts'
import { comparePictures } from '../tables/picture-names.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { type Column, SecondaryText, TableCards } from '../ui/rows/table-cards.tsx'
import { ChooseAnotherFile, ChoosePictures } from './choose-spreadsheets.tsx'
import type { SheetTable } from './columns.ts'
import { FileNames } from './file-names.tsx'
import type { Checked } from './matching.ts'
import { ReadingChoices } from './reading-choices.tsx'
import { countKinds } from './send-rows.ts'
import { ChangedRows, UnderstoodRows } from './understood-rows.tsx'
import type { Import } from './use-import.ts'

/** More wrong cells than these are only counted. */
const maxListed = 200

interface WrongCell {
  row: number
  /** undefined for what is wrong with a whole row */
  column: ColumnName | undefined
  value: string
  product: string
  message: string
}
type Group = WrongCell & { others: number }

/** The same value of a column that is wrong in the same way is said once, with the number of other rows. */
function grouped(cells: readonly WrongCell[]): Group[] {
  const groups = new Map<string, Group>()
  for (const cell of cells) {
    const key = [cell.column, cell.value, cell.message].join('\n')
    const group = groups.get(key)
    if (group) group.others += 1
    else groups.set(key, { ...cell, others: 0 })
  }
  return [...groups.values()]
}

/** The wrong cells of a file, and a file of their rows. `listed`: those that are not said elsewhere. */
function WrongCells({
  all,
  listed,
  table,
}: {
  all: readonly WrongCell[]
  listed: readonly WrongCell[]
  table: SheetTable
}) {
  const { t } = useLingui()
  const locale = useLocale()
  const { start, ...run } = useExport('wrong-rows')
  const columns: Column<Group>[] = [
    {
      title: t`Row`,
      kind: 'heading',
      cell: ({ row, others, product }) => (
        <>
          {t`Row ${row}`}
          {others > 0 && (
            <SecondaryText>{plural(others, { one: 'and # other row', other: 'and # other rows' })}</SecondaryText>
          )}
          {product && <SecondaryText overflowWrap="anywhere">{product}</SecondaryText>}
        </>
      ),
    },
    {
      title: t({ message: 'Column', comment: 'of a spreadsheet' }),
      cell: ({ column }) => (column ? columnTitles[column][locale] : '–'),
    },
    {
      title: t`Value`,
      cell: ({ value }) => (
        <Text overflowWrap="anywhere" minWidth="6rem">
          {value.slice(0, 200) || '–'}
        </Text>
      ),
    },
    { title: t`What is wrong`, cell: ({ message }) => message },
  ]
  const groups = grouped(listed)
  const left = groups.length - maxListed
  const more = formatNumber(left, locale)
  const wrongRows = async () => {
    const reasons = new Map<number, string[]>()
    for (const { row, column, message } of all) {
      const where = column ? `${columnTitles[column][locale]}: ${message}` : message
      reasons.set(row, [...(reasons.get(row) ?? []), where])
    }
    const wrong = table.rows.filter(({ number }) => reasons.has(number))
    return [
      [...table.titles, t`What is wrong`],
      ...wrong.map(({ number, cells }) => [
        ...table.titles.map((_, at) => cellText(cells[at])),
        (reasons.get(number) ?? []).join(' · '),
      ]),
    ]
  }
  return (
    <Stack gap="4">
      <Notice kind="warning">
        <Trans>Rows with a wrong cell are left out. Correct them in the file and choose it again.</Trans>
      </Notice>
      <Button
        alignSelf="flex-start"
        onClick={(event) => start({ kind: 'xlsx' }, wrongRows, event)}
      >{t`Download the wrong rows`}</Button>
      <ExportStatus {...run} />
      {groups.length > 0 && (
        <TableCards
          caption={t`Wrong cells`}
          columns={columns}
          rows={groups.slice(0, maxListed)}
          rowKey={({ row, column, message }) => [row, column, message].join(' ')}
        />
      )}
      {left > 0 && (
        <Text color="fg.muted">
          <Trans>Wrong cells that are not listed: {more}</Trans>
        </Text>
      )}
    </Stack>
  )
}

/** Step 3: a summary of what the import would do, the wrong cells, and old and new values. */
export function CheckedRows({ run, checked }: { run: Import; checked: Checked }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const fieldText = useRefusedFieldText()
  const { from, isSaved, results } = checked
  const counts = countKinds(results)
  const refused = checked.refused.map(({ field, ...cell }) => ({
    ...cell,
    isMissing: field.rule === 'required' && !from.columns.includes(cell.column),
    message:
      cell.column === 'code' && field.rule === 'alreadyUsed'
        ? t`Another product has this article number. Please correct it, or leave out the column ID.`
        : fieldText(field),
  }))
  const wrong: WrongCell[] = [
    ...checked.errors.map(({ message, ...cell }) => ({ ...cell, message: i18n._(message) })),
    ...refused,
  ].sort((a, b) => a.row - b.row)
  const wrongRows = new Set(wrong.map(({ row }) => row)).size
  const missing = refused.filter(({ isMissing }) => isMissing)
  const missingTitles = [...new Set(missing.map(({ column }) => columnTitles[column][locale]))].join(', ')
  const missingRows = formatNumber(new Set(missing.map(({ row }) => row)).size, locale)
  const right = results.length
  const rightRows = formatNumber(right, locale)
  const rows = results.map(({ row }) => row)
  const pictures = comparePictures(rows, run.pictures.pictures)
  const figures = [
    [t({ message: 'New', context: 'import', comment: 'how many products of a spreadsheet were new' }), counts.new],
    [t({ message: 'Changed', comment: 'products of an import' }), counts.changed],
    [t({ message: 'Unchanged', comment: 'products of an import' }), counts.unchanged],
    [t({ message: 'Wrong', comment: 'rows of an import' }), wrongRows],
  ] as const
  const leftOut = from.table.titles.filter((title, at) => title !== '' && !from.columns[at])
  return (
    <Stack gap="6">
      <StatGroup role="status" flexWrap="wrap" gap="4">
        {figures.map(([label, count]) => (
          <Stat.Root key={label} flex="1 1 7rem">
            <Stat.Label>{label}</Stat.Label>
            <Stat.ValueText>{formatNumber(count, locale)}</Stat.ValueText>
          </Stat.Root>
        ))}
      </StatGroup>
      <ReadingChoices run={run} matching={from} />
      {isSaved && (
        <Notice kind="warning">
          <Trans>
            There is no connection to the shop. The rows were compared with the catalogue on this device; they can be
            imported when the connection is back.
          </Trans>
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice kind="warning">
          <Trans>
            New products need: {missingTitles}. No column of the file has it. Rows left out for this: {missingRows}
          </Trans>
        </Notice>
      )}
      {wrong.length > 0 && (
        <WrongCells
          all={wrong}
          listed={wrong.filter((cell) => !missing.some((each) => each === cell))}
          table={from.table}
        />
      )}
      <FileNames title={t`Columns that are left out`} names={leftOut} />
      <FileNames title={t`Addresses of pictures are not fetched. Choose the files below:`} names={pictures.addresses} />
      <FileNames title={t`Pictures that the list names and you have not chosen`} names={pictures.missing} />
      <FileNames title={t`Chosen pictures that the list does not name`} names={pictures.unused} />
      <ChangedRows results={results} />
      <UnderstoodRows matching={from} />
      {from.columns.includes('picture') && <ChoosePictures run={run} />}
      <ButtonRow>
        {isSaved ? (
          <Button variant="solid" onClick={() => void run.check(locale)}>
            <Trans>Check again</Trans>
          </Button>
        ) : (
          <Button variant="solid" disabled={right === 0} onClick={() => void run.importAll()}>
            {wrongRows > 0
              ? plural(right, { one: 'Import # valid row', other: `Import ${rightRows} valid rows` })
              : plural(right, { one: 'Import # row', other: `Import ${rightRows} rows` })}
          </Button>
        )}
        <Button onClick={run.back}>
          <Trans>Back to the columns</Trans>
        </Button>
        <ChooseAnotherFile run={run} />
      </ButtonRow>
      <Text color="fg.muted">
        <Trans>Nothing is changed before you import.</Trans>
      </Text>
    </Stack>
  )
}
