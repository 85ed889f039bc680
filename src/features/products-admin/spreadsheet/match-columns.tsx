import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { requiredFields } from '../../../../contract/fishes.ts'
import { type ColumnName, columnNames, columnTitles } from '../../../i18n/column-titles.ts'
import { formatNumber, quantityText } from '../../../i18n/numbers.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { ButtonRow } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Column, TableCards } from '../../../ui/rows/table-cards.tsx'
import { Select } from '../../../ui/select.tsx'
import { cellText } from '../../../ui/tables/cells.ts'
import { ChooseAnotherFile } from './choose-files.tsx'
import type { Matching } from './matching.ts'
import { ReadingChoices } from './reading-choices.tsx'
import { UnderstoodRows } from './understood-rows.tsx'
import type { Import } from './use-import.ts'

interface SheetColumn {
  at: number
  title: string
  example: string
  name: ColumnName | undefined
}

/** Step 2: how the file was read, which field each column contains, and what its rows then are. All can be corrected. */
export function MatchColumns({ run, matching }: { run: Import; matching: Matching }) {
  const { table, columns } = matching
  const { t } = useLingui()
  const locale = useLocale()
  const example = (at: number) => {
    const cell = table.rows.find(({ cells }) => cells[at])?.cells[at] ?? ''
    return typeof cell === 'number' ? quantityText(cell, locale) : cellText(cell).slice(0, 200)
  }
  const rows = table.titles.map((title, at) => ({ at, title, example: example(at), name: columns[at] }))
  const { isOneName } = matching.choices
  const missing = requiredFields.filter(
    (name) =>
      !columns.includes(name) && !(isOneName && columns.includes('trade_name') && name.startsWith('trade_name_')),
  )
  const missingTitles = missing.map((name) => columnTitles[name][locale]).join(', ')
  const isRecognised = columns.includes('code') || columns.includes('_id')
  const shown: Column<SheetColumn>[] = [
    { title: t`Column of the file`, kind: 'heading', cell: ({ title, at }) => title || t`Column ${at + 1}` },
    { title: t`Example`, cell: (row) => <Text overflowWrap="anywhere">{row.example}</Text> },
    {
      title: t`Field of the product`,
      kind: 'wide',
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
      <ReadingChoices run={run} matching={matching} />
      {!isRecognised && (
        <Notice kind="warning">
          <Trans>
            No column has article numbers. Every row makes a new product, also when the file is imported again.
          </Trans>
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice kind="warning">
          <Trans>
            No column of the file has: {missingTitles}. Products of the shop can be changed without it, new products
            need it.
          </Trans>
        </Notice>
      )}
      <TableCards caption={t`Columns of the file`} columns={shown} rows={rows} rowKey={({ at }) => String(at)} />
      <UnderstoodRows matching={matching} />
      <ButtonRow>
        <Button variant="solid" disabled={columns.every((name) => !name)} onClick={() => void run.check(locale)}>
          <Trans>Check the rows</Trans>
        </Button>
        <ChooseAnotherFile run={run} />
      </ButtonRow>
    </Stack>
  )
}
