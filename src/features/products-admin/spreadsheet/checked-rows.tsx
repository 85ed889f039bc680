import { Button, Stack, Stat, StatGroup, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ColumnName, columnTitles } from '../../../i18n/column-titles.ts'
import { formatNumber } from '../../../i18n/numbers.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useRefusedFieldText } from '../../../i18n/use-refused-field-text.ts'
import { ButtonRow } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Column, SecondaryText, TableCards } from '../../../ui/rows/table-cards.tsx'
import { comparePictures } from '../../../ui/tables/picture-names.ts'
import { ChooseAnotherFile } from './choose-files.tsx'
import { FileNames } from './file-names.tsx'
import type { Checked } from './import-run.ts'
import { countKinds } from './send-rows.ts'
import type { Import } from './use-import.ts'

/** More wrong cells than these are only counted. */
const maxListed = 200

interface WrongCell {
  row: number
  column: ColumnName
  value: string
  product: string
  message: string
}

/** Step 3: a summary of what the import would do, and the wrong cells. */
export function CheckedRows({ run, checked }: { run: Import; checked: Checked }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const fieldText = useRefusedFieldText()
  const counts = countKinds(checked.results)
  const wrong: WrongCell[] = [
    ...checked.errors.map(({ message, ...cell }) => ({ ...cell, message: i18n._(message) })),
    ...checked.refused.map(({ field, ...cell }) => ({ ...cell, message: fieldText(field) })),
  ].sort((a, b) => a.row - b.row)
  const wrongRows = new Set(wrong.map(({ row }) => row)).size
  const right = checked.results.length
  const rightRows = formatNumber(right, locale)
  const rows = checked.results.map(({ row }) => row)
  const pictures = comparePictures(rows, run.pictures.pictures)
  const figures = [
    [t({ message: 'New', context: 'import', comment: 'how many products of a spreadsheet were new' }), counts.new],
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
            <Stat.ValueText>{formatNumber(count, locale)}</Stat.ValueText>
          </Stat.Root>
        ))}
      </StatGroup>
      {wrong.length > 0 && <WrongCells wrong={wrong} />}
      <FileNames title={t`Pictures that the list names and you have not chosen`} names={pictures.missing} />
      <FileNames title={t`Chosen pictures that the list does not name`} names={pictures.unused} />
      <ButtonRow>
        <Button variant="solid" disabled={right === 0} onClick={() => void run.importAll()}>
          {wrongRows > 0
            ? plural(right, { one: 'Import # valid row', other: `Import ${rightRows} valid rows` })
            : plural(right, { one: 'Import # row', other: `Import ${rightRows} rows` })}
        </Button>
        <Button onClick={run.back}>
          <Trans>Back to the columns</Trans>
        </Button>
        <ChooseAnotherFile run={run} />
      </ButtonRow>
    </Stack>
  )
}

function WrongCells({ wrong }: { wrong: readonly WrongCell[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const columns: Column<WrongCell>[] = [
    {
      title: t`Row`,
      kind: 'heading',
      cell: ({ row, product }) => (
        <>
          {t`Row ${row}`}
          {product && <SecondaryText overflowWrap="anywhere">{product}</SecondaryText>}
        </>
      ),
    },
    {
      title: t({ message: 'Column', comment: 'of a spreadsheet' }),
      cell: ({ column }) => columnTitles[column][locale],
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
  const left = wrong.length - maxListed
  const more = formatNumber(left, locale)
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
      {left > 0 && (
        <Text color="fg.muted">
          <Trans>Wrong cells that are not listed: {more}</Trans>
        </Text>
      )}
    </Stack>
  )
}
