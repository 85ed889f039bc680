import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { colonIn } from '../../../../contract/locales.ts'
import { type ColumnName, columnNames, columnTitles } from '../../../i18n/column-titles.ts'
import { formatNumber, quantityText } from '../../../i18n/numbers.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { ButtonRow } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { BesideLabel } from '../../../ui/forms/beside-label.tsx'
import { type Column, TableCards } from '../../../ui/rows/table-cards.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Cell } from '../../../ui/tables/read-table.ts'
import { tableLimits } from '../../../ui/tables/table-limits.ts'
import { ChooseAnotherFile } from './choose-files.tsx'
import type { Matching } from './import-run.ts'
import type { Import } from './use-import.ts'

interface SheetColumn {
  at: number
  title: string
  example: string
  name: ColumnName | undefined
}

/** Step 2: which row has the titles, and which field each column contains. The reader can correct both. */
export function MatchColumns({ run, matching }: { run: Import; matching: Matching }) {
  const { table, columns } = matching
  const { t } = useLingui()
  const locale = useLocale()
  const example = (at: number) => {
    const cell = table.rows.find(({ cells }) => cells[at])?.cells[at] ?? ''
    return typeof cell === 'number' ? quantityText(cell, locale) : cell.slice(0, 200)
  }
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
          minWidth={{ md: '13rem' }}
          options={[
            { value: '', label: t`Leave out` },
            ...columnNames.map((value) => ({ value, label: columnTitles[value][locale] })),
          ]}
          onValue={(value) => run.matchColumn(at, value || undefined)}
        />
      ),
    },
  ]
  const count = formatNumber(table.rows.length, locale)
  return (
    <Stack gap="5">
      <Text role="status">
        <Trans>Rows in the file: {count}</Trans>
      </Text>
      <TitleRow run={run} matching={matching} />
      {!isRecognised && (
        <Notice kind="warning">
          <Trans>
            No column has article numbers. Every row makes a new product, also when the file is imported again.
          </Trans>
        </Notice>
      )}
      <TableCards caption={t`Columns of the file`} columns={shown} rows={rows} rowKey={({ at }) => String(at)} />
      <ButtonRow>
        <Button variant="solid" disabled={columns.every((name) => !name)} onClick={() => void run.check(locale)}>
          <Trans>Check the rows</Trans>
        </Button>
        <ChooseAnotherFile run={run} />
      </ButtonRow>
    </Stack>
  )
}

/** The choice of the row that has the titles: many lists begin with the exporter's name and a date. */
function TitleRow({ run, matching }: { run: Import; matching: Matching }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { rows, titlesAt } = matching
  const startOf = (cells: readonly Cell[]) =>
    cells
      .filter((cell) => cell !== '')
      .join(' · ')
      .slice(0, 60)
  const options = rows
    .slice(0, Math.min(tableLimits.titleRows, rows.length - 1))
    .map(({ number, cells }, value) => ({ value, label: `${t`Row ${number}`}${colonIn(locale)}${startOf(cells)}` }))
  return (
    <BesideLabel label={t`Row with the titles`}>
      {(id) => <Select id={id} maxWidth="26rem" value={titlesAt} options={options} onValue={run.chooseTitles} />}
    </BesideLabel>
  )
}
