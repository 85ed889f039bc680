import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLocale } from '../../../i18n/use-locale.ts'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { type Column, TableCards } from '../../../ui/table-cards.tsx'
import { type ColumnName, columnNames, columnTitles } from './columns.ts'
import type { SheetTable } from './read-table.ts'
import type { Import } from './use-import.ts'

interface SheetColumn {
  at: number
  title: string
  example: string
  name: ColumnName | undefined
}

interface MatchColumnsProps {
  run: Import
  table: SheetTable
  columns: readonly (ColumnName | undefined)[]
}

/** Step 2: which field each column contains, found by its title. The reader can correct it. */
export function MatchColumns({ run, table, columns }: MatchColumnsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const example = (at: number) => String(table.rows.find(({ cells }) => cells[at])?.cells[at] ?? '')
  const rows = table.titles.map((title, at) => ({ at, title, example: example(at), name: columns[at] }))
  const isRecognised = columns.includes('code') || columns.includes('_id')
  const shown: Column<SheetColumn>[] = [
    { title: t`Column of the file`, kind: 'heading', cell: ({ title, at }) => title || t`Column ${at + 1}` },
    { title: t`Example`, cell: (row) => <Text overflowWrap="anywhere">{row.example}</Text> },
    {
      title: t`Field of the product`,
      cell: ({ at, title, name }) => (
        <Select
          aria-label={t`Field of the product: ${title}`}
          value={name ?? ''}
          onValue={(value) =>
            run.matchColumn(
              at,
              columnNames.find((each) => each === value),
            )
          }
        >
          <option value="">{t`Leave out`}</option>
          {columnNames.map((each) => (
            <option key={each} value={each}>
              {columnTitles[each][locale]}
            </option>
          ))}
        </Select>
      ),
    },
  ]
  const count = table.rows.length
  return (
    <Stack gap="5">
      <Text role="status">
        <Trans>Rows in the file: {count}</Trans>
      </Text>
      {!isRecognised && (
        <Notice kind="warning">
          <Trans>
            No column has article numbers. Every row makes a new product, also when the file is imported again.
          </Trans>
        </Notice>
      )}
      <TableCards caption={t`Columns of the file`} columns={shown} rows={rows} rowKey={({ at }) => String(at)} />
      <ButtonRow>
        <Button variant="solid" disabled={columns.every((name) => !name)} onClick={() => void run.check()}>
          <Trans>Check the rows</Trans>
        </Button>
        <Button onClick={run.restart}>
          <Trans>Choose another file</Trans>
        </Button>
      </ButtonRow>
    </Stack>
  )
}
