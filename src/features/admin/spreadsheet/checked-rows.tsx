import { Button, Stack, Stat, StatGroup, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useRefusedFieldText } from '../../../i18n/use-refused-field-text.ts'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Column, TableCards } from '../../../ui/table-cards.tsx'
import { type ColumnName, columnTitles } from './columns.ts'
import { countKinds, type Import } from './use-import.ts'

/** More wrong cells than these are only counted. */
const maxListed = 200

interface WrongCell {
  row: number
  column: ColumnName
  value: string
  message: string
}

/** Step 3: a summary of what the import would do, and the wrong cells. */
export function CheckedRows({ run, checked }: { run: Import; checked: Extract<Import['step'], { kind: 'checked' }> }) {
  const { t, i18n } = useLingui()
  const fieldText = useRefusedFieldText()
  const counts = countKinds(checked.results)
  const wrong: WrongCell[] = [
    ...checked.errors.map(({ message, ...cell }) => ({ ...cell, message: i18n._(message) })),
    ...checked.refused.map(({ field, ...cell }) => ({ ...cell, message: fieldText(field) })),
  ].sort((a, b) => a.row - b.row)
  const wrongRows = new Set(wrong.map(({ row }) => row)).size
  const right = checked.results.length
  const figures = [
    [t({ message: 'New', comment: 'products of an import' }), counts.new],
    [t({ message: 'Changed', comment: 'products of an import' }), counts.changed],
    [t({ message: 'Unchanged', comment: 'products of an import' }), counts.unchanged],
    [t({ message: 'Wrong', comment: 'rows of an import' }), wrongRows],
  ] as const
  return (
    <Stack gap="6">
      <StatGroup role="status" flexWrap="wrap" gap="4">
        {figures.map(([label, count]) => (
          <Stat.Root key={label} flex="1 1 7rem">
            <Stat.Label>{label}</Stat.Label>
            <Stat.ValueText>{i18n.number(count)}</Stat.ValueText>
          </Stat.Root>
        ))}
      </StatGroup>
      {wrong.length > 0 && <WrongCells wrong={wrong} />}
      <ButtonRow>
        <Button variant="solid" disabled={right === 0} onClick={() => void run.importAll()}>
          {wrongRows > 0 ? t`Import the ${right} right rows` : t`Import ${right} rows`}
        </Button>
        <Button onClick={run.restart}>
          <Trans>Choose another file</Trans>
        </Button>
      </ButtonRow>
    </Stack>
  )
}

function WrongCells({ wrong }: { wrong: readonly WrongCell[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const columns: Column<WrongCell>[] = [
    { title: t`Row`, kind: 'heading', cell: ({ row }) => t`Row ${row}` },
    {
      title: t({ message: 'Column', comment: 'of a spreadsheet' }),
      cell: ({ column }) => columnTitles[column][locale],
    },
    { title: t`Value`, cell: ({ value }) => <Text overflowWrap="anywhere">{value.slice(0, 200) || '–'}</Text> },
    { title: t`What is wrong`, cell: ({ message }) => message },
  ]
  const more = wrong.length - maxListed
  return (
    <Stack gap="4">
      <Notice kind="warning">
        <Trans>Rows with a wrong cell are left out. Correct them in the file and choose it again.</Trans>
      </Notice>
      <TableCards
        caption={t`Wrong cells`}
        columns={columns}
        rows={wrong.slice(0, maxListed)}
        rowKey={({ row, column }) => `${row} ${column}`}
      />
      {more > 0 && (
        <Text color="fg.muted">
          <Trans>And {more} more.</Trans>
        </Text>
      )}
    </Stack>
  )
}
