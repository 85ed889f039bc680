import { Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { FishImportRow } from '../../contract/fishes.ts'
import { colonIn, type Locale } from '../../contract/locales.ts'
import { fieldRow, isProductField } from '../../contract/product-fields.ts'
import { TickBox } from '../forms/checkbox-fields.tsx'
import { LabelledSelect } from '../forms/fields.tsx'
import { type ColumnName, columnNames, columnTitles } from '../i18n/column-titles.ts'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { cellText, tableLimits } from '../tables/cells.ts'
import { encodingNames, encodings, separators, type TextForm } from '../tables/read-csv.ts'
import { Icon } from '../ui/icon.tsx'
import { type Column, SecondaryText, TableCards } from '../ui/rows/table-cards.tsx'
import type { Import } from './import-run.ts'
import { type DecimalSign, decimalSigns, flagWord, type Matching } from './matching.ts'
import { type ReadRow, rowReader, type WrongCell } from './read-rows.ts'

export function ReadingChoices({ run, matching }: { run: Import; matching: Matching }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { sheets, rows, titlesAt, choices, columns, form } = matching
  const titles = rows.slice(0, Math.min(tableLimits.titleRows, rows.length - 1)).map(({ number, cells }, value) => {
    const start = cells.map(cellText).filter(Boolean).join(' · ').slice(0, 60)
    return { value, label: `${t`Row ${number}`}${colonIn(locale)}${start}` }
  })
  const signNames: Record<DecimalSign, string> = { ',': t`Comma (12,5)`, '.': t`Point (12.5)` }
  const hidden = sheets[choices.sheetAt]?.rows.filter(({ isHidden }) => isHidden).length ?? 0
  const hiddenRows = formatNumber(hidden, locale)
  const lacksNames =
    columns.includes('trade_name') && !(columns.includes('trade_name_fr') && columns.includes('trade_name_es'))
  return (
    <Flex direction="column" gap="3">
      <Flex wrap="wrap" columnGap="6" rowGap="3">
        {sheets.length > 1 && (
          <LabelledSelect
            label={t({ message: 'Sheet', comment: 'of a workbook' })}
            value={choices.sheetAt}
            options={sheets.map(({ name }, value) => ({ value, label: name }))}
            onValue={(sheetAt) => void run.choose({ sheetAt })}
          />
        )}
        <LabelledSelect
          label={t`Row with the titles`}
          value={titlesAt}
          options={titles}
          onValue={(at) => void run.choose({ titlesAt: at })}
        />
        {form && <FormChoices run={run} form={form} />}
        {run.of === 'products' && (
          <LabelledSelect
            label={t`Decimal sign`}
            value={choices.decimal ?? ''}
            none={t`As each column shows`}
            options={decimalSigns.map((value) => ({ value, label: signNames[value] }))}
            onValue={(decimal) => void run.choose({ decimal: decimal || undefined })}
          />
        )}
      </Flex>
      {form && <Sample matching={matching} />}
      <TickBox checked={choices.clears} onChange={(clears) => void run.choose({ clears })}>
        <Trans>Empty cells clear their field. Otherwise it stays as it is.</Trans>
      </TickBox>
      {lacksNames && (
        <TickBox checked={choices.isOneName} onChange={(isOneName) => void run.choose({ isOneName })}>
          <Trans>New products have this one name in every language</Trans>
        </TickBox>
      )}
      {hidden > 0 && (
        <TickBox checked={choices.readsHidden} onChange={(readsHidden) => void run.choose({ readsHidden })}>
          <Trans>Read the hidden rows, too: {hiddenRows}</Trans>
        </TickBox>
      )}
    </Flex>
  )
}

function FormChoices({ run, form }: { run: Import; form: TextForm }) {
  const { t } = useLingui()
  const names = { ',': t`Comma (,)`, ';': t`Semicolon (;)`, '\t': t`Tab`, '|': t`Vertical bar (|)` }
  // a file that names its encoding is right
  const offered = form.isMarked ? [form.encoding] : encodings
  return (
    <>
      <LabelledSelect
        label={t({ message: 'Encoding', comment: 'of the characters of a file' })}
        value={form.encoding}
        options={offered.map((value) => ({ value, label: encodingNames[value] }))}
        onValue={(encoding) => void run.chooseForm({ encoding })}
      />
      <LabelledSelect
        label={t({ message: 'Separator', comment: 'between the cells of a CSV file' })}
        value={form.separator}
        options={separators.map((value) => ({ value, label: names[value] }))}
        onValue={(separator) => void run.chooseForm({ separator })}
      />
    </>
  )
}

/** Words of the file that another encoding would spell in another way. */
function Sample({ matching: { rows } }: { matching: Matching }) {
  const texts = rows.slice(0, 2000).flatMap(({ cells }) => cells.map(cellText))
  const words = new Set(texts.filter((text) => /\P{ASCII}/u.test(text)).map((text) => text.slice(0, 40)))
  if (words.size === 0) return null
  const sample = [...words].slice(0, 5).join(' · ')
  return (
    <Text overflowWrap="anywhere" color="fg.muted">
      <Trans comment="words of a file whose encoding was guessed">Is this spelled right? {sample}</Trans>
    </Text>
  )
}

export function useWrongText(): (cell: WrongCell) => string {
  const { i18n } = useLingui()
  const fieldText = useRefusedFieldText()
  return ({ wrong }) => ('path' in wrong ? fieldText(wrong) : i18n._(wrong))
}

export function valueText(name: ColumnName, value: string | number | boolean | undefined, locale: Locale): string {
  if (typeof value === 'boolean') return flagWord(value, locale)
  if (typeof value !== 'number') return value ?? ''
  if (name === 'countInStock') return formatTonnes(value, locale)
  const kind = isProductField(name) ? fieldRow(name).kind : 'text'
  const unit = kind === 'percent' ? '\u00a0%' : kind === 'kilograms' ? '\u00a0kg' : ''
  return formatNumber(value, locale) + unit
}

/** The first rows of a file as they were understood, with what is wrong in its place. */
export function UnderstoodRows({ matching }: { matching: Matching }) {
  const { t } = useLingui()
  const locale = useLocale()
  const wrongText = useWrongText()
  const { table, columns, choices, form } = matching
  const rows = useMemo(() => {
    const { decimal, clears } = choices
    const read = rowReader(table, columns, { decimal, clears, locale, isText: form !== undefined })
    return table.rows.slice(0, 10).map(read)
  }, [table, columns, choices, form, locale])
  const names = columnNames.filter((name) => columns.includes(name))
  if (names.length === 0) return null
  const cell = (name: ColumnName) => (row: ReadRow) => {
    const wrong = row.errors.find(({ column }) => column === name)
    const seen = row.cells[name] ?? ''
    if (wrong) return <WrongValue value={seen} message={wrongText(wrong)} />
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
        return whole ? <WrongValue value={t`Row ${number}`} message={wrongText(whole)} /> : t`Row ${number}`
      },
    },
    ...names.map((name) => ({ title: columnTitles[name][locale], cell: cell(name) })),
  ]
  const count = formatNumber(rows.length, locale)
  return (
    <Stack gap="3">
      <Heading as="h2" size="md">{t`The first rows as they were understood: ${count}`}</Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves sideways what is focused */}
      <section aria-label={t`Rows as they were understood`} tabIndex={0} style={{ overflowX: 'auto' }}>
        <TableCards
          caption={t`Rows as they were understood`}
          columns={shown}
          rows={rows}
          rowKey={({ number }) => String(number)}
          isWide
        />
      </section>
    </Stack>
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
