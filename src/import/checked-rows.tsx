import { Button, Heading, Stack, Stat, StatGroup, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { columnsIn, columnTitles, type SheetOf } from '../i18n/column-titles.ts'
import { formatNumber } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { ExportButton } from '../lists/exports.tsx'
import { cellText } from '../tables/cells.ts'
import { comparePictures } from '../tables/sheet-pictures.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { type Column, SecondaryText, TableCards } from '../ui/rows/table-cards.tsx'
import { ChooseAnotherFile, ChoosePictures, FileNames, NotListed } from './choose-spreadsheets.tsx'
import type { Checked, Import } from './import-run.ts'
import type { SheetTable } from './matching.ts'
import { productOf, type SheetRow, type WrongCell } from './read-rows.ts'
import { ReadingChoices, UnderstoodRows, useWrongText, valueText } from './reading-choices.tsx'
import { countKinds, type RowResult } from './send-rows.ts'

const mostListed = { wrong: 200, changed: 100 } as const

type ExplainedCell = WrongCell & { message: string }
type Group = ExplainedCell & { others: number }

/** Lists the same value of a column that is wrong in the same way once, with the number of other rows. */
function grouped(cells: readonly ExplainedCell[]): Group[] {
  const groups = new Map<string, Group>()
  for (const cell of cells) {
    const key = [cell.column, cell.value, cell.message].join('\n')
    const group = groups.get(key)
    if (group) group.others += 1
    else groups.set(key, { ...cell, others: 0 })
  }
  return [...groups.values()]
}

/** The wrong cells of a file, and a file of their rows. `listed`: those that no other notice names. */
function WrongCells({ all, listed, table }: Record<'all' | 'listed', ExplainedCell[]> & { table: SheetTable }) {
  const { t } = useLingui()
  const locale = useLocale()
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
      <ExportButton list="wrong-rows" format={{ kind: 'xlsx' }} fetchRows={wrongRows} alignSelf="flex-start">
        {t`Download the wrong rows`}
      </ExportButton>
      {groups.length > 0 && (
        <TableCards
          caption={t`Wrong cells`}
          columns={columns}
          rows={groups.slice(0, mostListed.wrong)}
          rowKey={({ row, column, message }) => [row, column, message].join(' ')}
        />
      )}
      <NotListed count={groups.length - mostListed.wrong} />
    </Stack>
  )
}

function ChangedRows({ results, of }: { results: readonly RowResult[]; of: SheetOf }) {
  const { t } = useLingui()
  const locale = useLocale()
  const changed = results.filter(({ outcome }) => outcome.kind === 'changed')
  if (changed.length === 0) return null
  const title = of === 'lots' ? t`Lots that change` : t`Products that change`
  const columns: Column<RowResult>[] = [
    {
      title: of === 'lots' ? t`Lot` : t`Product`,
      kind: 'heading',
      cell: ({ row: { cells, number } }) => (
        <>
          {productOf(cells) || cells._id}
          <SecondaryText>{t`Row ${number}`}</SecondaryText>
        </>
      ),
    },
    {
      title: t({ message: 'What changes', comment: 'column: the old value of a field and the new one' }),
      kind: 'wide',
      cell: ({ row, outcome: { before = {} } }) =>
        columnsIn[of]
          .filter((name) => name in before)
          .map((name) => {
            const was = valueText(name, before[name], locale) || '–'
            const next = valueText(name, row.row[name as keyof SheetRow['row']], locale) || '–'
            return (
              <Text key={name} overflowWrap="anywhere">
                <Text as="span" color="fg.muted">
                  {columnTitles[name][locale]}
                </Text>{' '}
                <del>{was}</del> <span aria-hidden>→</span> <ins>{next}</ins>
              </Text>
            )
          }),
    },
  ]
  return (
    <Stack gap="3">
      <Heading as="h2" size="md">
        {title}
      </Heading>
      <TableCards
        caption={title}
        columns={columns}
        rows={changed.slice(0, mostListed.changed)}
        rowKey={({ row }) => String(row.number)}
      />
      <NotListed count={changed.length - mostListed.changed} />
    </Stack>
  )
}

/** Step 3: a summary of what the import would do, the wrong cells, and old and new values. */
export function CheckedRows({ run, checked }: { run: Import; checked: Checked }) {
  const { t } = useLingui()
  const locale = useLocale()
  const wrongText = useWrongText()
  const { from, isSaved, results } = checked
  const counts = countKinds(results)
  const wrong = checked.wrong.map((cell): ExplainedCell => ({ ...cell, message: wrongText(cell) }))
  const wrongRows = new Set(wrong.map(({ row }) => row)).size
  // what new products lack because the file has no column of it
  const missing = wrong.filter(({ column }) => column && !from.columns.includes(column))
  const missingTitles = [...new Set(missing.map(({ column }) => column && columnTitles[column][locale]))].join(', ')
  const missingRows = formatNumber(new Set(missing.map(({ row }) => row)).size, locale)
  const right = results.length
  const rightRows = formatNumber(right, locale)
  const pictures = comparePictures(
    results.map(({ row }) => row),
    run.pictures.pictures,
  )
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
          {run.of === 'lots' ? (
            <Trans>
              New lots need: {missingTitles}. No column of the file has it. Rows left out for this: {missingRows}
            </Trans>
          ) : (
            <Trans>
              New products need: {missingTitles}. No column of the file has it. Rows left out for this: {missingRows}
            </Trans>
          )}
        </Notice>
      )}
      {wrong.length > 0 && (
        <WrongCells all={wrong} listed={wrong.filter((cell) => !missing.includes(cell))} table={from.table} />
      )}
      <FileNames title={t`Columns that are left out`} names={leftOut} />
      <FileNames title={t`Addresses of pictures are not fetched. Choose the files below:`} names={pictures.addresses} />
      <FileNames title={t`Pictures that the list names and you have not chosen`} names={pictures.missing} />
      <FileNames title={t`Chosen pictures that the list does not name`} names={pictures.unused} />
      <ChangedRows results={results} of={run.of} />
      <UnderstoodRows matching={from} />
      {from.columns.includes('picture') && <ChoosePictures run={run} />}
      <ButtonRow>
        {isSaved ? (
          <Button variant="solid" onClick={() => void run.check(locale)}>{t`Check again`}</Button>
        ) : (
          <Button variant="solid" disabled={right === 0} onClick={() => void run.importAll()}>
            {wrongRows > 0
              ? plural(right, { one: 'Import # valid row', other: `Import ${rightRows} valid rows` })
              : plural(right, { one: 'Import # row', other: `Import ${rightRows} rows` })}
          </Button>
        )}
        <Button onClick={run.back}>{t`Back to the columns`}</Button>
        <ChooseAnotherFile run={run} />
      </ButtonRow>
      <Text color="fg.muted">{t`Nothing is changed before you import.`}</Text>
    </Stack>
  )
}
