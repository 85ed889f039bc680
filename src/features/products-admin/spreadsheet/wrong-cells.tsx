import { Button, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ColumnName, columnTitles } from '../../../i18n/column-titles.ts'
import { formatNumber } from '../../../i18n/numbers.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { ExportStatus } from '../../../parts/lists/export-status.tsx'
import { useExport } from '../../../parts/lists/use-export.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Column, SecondaryText, TableCards } from '../../../ui/rows/table-cards.tsx'
import { cellText } from '../../../ui/tables/cells.ts'
import type { SheetTable } from './columns.ts'

/** More wrong cells than these are only counted. */
const maxListed = 200

export interface WrongCell {
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
export function WrongCells({
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
