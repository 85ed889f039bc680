import { Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { type FishImportRow, inputFields } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import { fieldRow, isProductField } from '../../contract/product-fields.ts'
import { type ColumnName, columnNames, columnTitles } from '../i18n/column-titles.ts'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Icon } from '../ui/icon.tsx'
import { type Column, SecondaryText, TableCards } from '../ui/rows/table-cards.tsx'
import type { Matching } from './matching.ts'
import { productOf, type ReadRow, rowReader } from './read-rows.ts'
import type { RowResult } from './send-rows.ts'

const maxShown = { rows: 10, changed: 100 } as const

function valueText(name: ColumnName, value: string | number | undefined, locale: Locale): string {
  if (typeof value !== 'number') return value ?? ''
  if (name === 'countInStock') return formatTonnes(value, locale)
  return isProductField(name) && fieldRow(name).kind === 'percent'
    ? `${formatNumber(value, locale)}\u00a0%`
    : formatNumber(value, locale)
}

/** The first rows of a file as they were understood, with what is wrong in its place. */
export function UnderstoodRows({ matching }: { matching: Matching }) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const { table, columns, choices, form } = matching
  const rows = useMemo(() => {
    const { decimal, clears } = choices
    const read = rowReader(table, columns, { decimal, clears, locale, isText: form !== undefined })
    return table.rows.slice(0, maxShown.rows).map(read)
  }, [table, columns, choices, form, locale])
  const names = columnNames.filter((name) => columns.includes(name))
  if (names.length === 0) return null
  const cell = (name: ColumnName) => (row: ReadRow) => {
    const wrong = row.errors.find(({ column }) => column === name)
    const seen = row.cells[name] ?? ''
    if (wrong) return <WrongValue value={seen} message={i18n._(wrong.message)} />
    const text = valueText(name, name === 'picture' ? row.picture : row.row[name], locale)
    const isOther =
      typeof row.row[name as keyof FishImportRow] === 'number' && seen.replace(/\D/g, '') !== text.replace(/\D/g, '')
    return (
      <>
        <Text as="span" overflowWrap="break-word">
          {text}
        </Text>
        {isOther && <SecondaryText>{t`In the file: ${seen}`}</SecondaryText>}
      </>
    )
  }
  const shown: Column<ReadRow>[] = [
    {
      title: t`Row`,
      kind: 'heading',
      cell: ({ number, errors }) => {
        const whole = errors.find(({ column }) => column === undefined)
        return whole ? <WrongValue value={t`Row ${number}`} message={i18n._(whole.message)} /> : t`Row ${number}`
      },
    },
    ...names.map((name) => ({ title: columnTitles[name][locale], cell: cell(name) })),
  ]
  const count = formatNumber(rows.length, locale)
  return (
    <Stack gap="3">
      <Heading as="h2" size="md">
        <Trans>The first rows as they were understood: {count}</Trans>
      </Heading>
      <Scrolling label={t`Rows as they were understood`}>
        <TableCards
          caption={t`Rows as they were understood`}
          columns={shown}
          rows={rows}
          rowKey={({ number }) => String(number)}
          isWide
        />
      </Scrolling>
    </Stack>
  )
}

/** A table with many columns is moved sideways, by the keyboard too. */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves what is focused
    <section aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      {children}
    </section>
  )
}

function WrongValue({ value, message }: { value: string; message: string }) {
  return (
    <Text as="span" display="block" color="fg.error" minWidth={{ lg: '10rem' }} overflowWrap="break-word">
      <Flex as="span" gap="1" align="center" fontWeight="semibold">
        <Icon name="warning" />
        {value.slice(0, 200) || '–'}
      </Flex>
      <Text as="span" display="block" fontSize="sm">
        {message}
      </Text>
    </Text>
  )
}

/** The products that would change, with their old values and the new ones. */
export function ChangedRows({ results }: { results: readonly RowResult[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const changed = results.filter(({ outcome }) => outcome.kind === 'changed')
  if (changed.length === 0) return null
  const left = changed.length - maxShown.changed
  const more = formatNumber(left, locale)
  const columns: Column<RowResult>[] = [
    {
      title: t`Product`,
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
        inputFields
          .filter((name) => name in before)
          .map((name) => {
            const was = valueText(name, before[name], locale) || '–'
            const next = valueText(name, row.row[name], locale) || '–'
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
        <Trans>Products that change</Trans>
      </Heading>
      <TableCards
        caption={t`Products that change`}
        columns={columns}
        rows={changed.slice(0, maxShown.changed)}
        rowKey={({ row }) => String(row.number)}
      />
      {left > 0 && (
        <Text color="fg.muted">
          <Trans>Not listed: {more}</Trans>
        </Text>
      )}
    </Stack>
  )
}
