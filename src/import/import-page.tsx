import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useId, useRef } from 'react'
import { requiredFields } from '../../contract/fishes.ts'
import { Select } from '../forms/fields.tsx'
import { type ColumnName, columnsIn, columnTitles, type SheetOf } from '../i18n/column-titles.ts'
import { neededOfLot } from '../i18n/lot-titles.ts'
import { formatNumber, quantityText } from '../i18n/numbers.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { cellText } from '../tables/cells.ts'
import { ButtonRow, LinkButton } from '../ui/buttons.tsx'
import { LoginLink, Notice } from '../ui/feedback/notice.tsx'
import { asError, isLoggedOut } from '../ui/loading/refused-error.ts'
import { Page, ProgressBar } from '../ui/page.tsx'
import { type Column, TableCards } from '../ui/rows/table-cards.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { ChooseAnotherFile, ChooseFiles } from './choose-spreadsheets.tsx'
import { type Import, type Progress, useImport } from './import-run.ts'
import type { Matching } from './matching.ts'
import { ReadingChoices, UnderstoodRows } from './reading-choices.tsx'
import { countKinds, type StoredPictures } from './send-rows.ts'

/** The columns without which nothing new can be made. */
const neededIn: Record<SheetOf, readonly ColumnName[]> = {
  products: requiredFields,
  lots: neededOfLot.map((name) => (name === 'code' ? 'lot' : name === 'fishe' ? 'product' : name)),
}

/** Step 2: how the file was read, which field each column contains, and what its rows then are. All can be corrected. */
function MatchColumns({ run, matching }: { run: Import; matching: Matching }) {
  const { table, columns } = matching
  const { t } = useLingui()
  const locale = useLocale()
  const example = (at: number) => {
    const cell = table.rows.find(({ cells }) => cells[at])?.cells[at] ?? ''
    return typeof cell === 'number' ? quantityText(cell, locale) : cellText(cell).slice(0, 200)
  }
  const rows = table.titles.map((title, at) => ({ at, title, example: example(at), name: columns[at] }))
  const { isOneName } = matching.choices
  const isOfLots = run.of === 'lots'
  const missing = neededIn[run.of].filter(
    (name) =>
      !columns.includes(name) && !(isOneName && columns.includes('trade_name') && name.startsWith('trade_name_')),
  )
  const missingTitles = missing.map((name) => columnTitles[name][locale]).join(', ')
  const isRecognised = isOfLots || columns.includes('code') || columns.includes('_id')
  const shown: Column<(typeof rows)[number]>[] = [
    { title: t`Column of the file`, kind: 'heading', cell: ({ title, at }) => title || t`Column ${{ n: at + 1 }}` },
    { title: t`Example`, cell: (row) => <Text overflowWrap="anywhere">{row.example}</Text> },
    {
      title: isOfLots ? t`Field of the lot` : t`Field of the product`,
      kind: 'wide',
      cell: ({ at, title, name }) => (
        <Select
          aria-label={isOfLots ? t`Field of the lot: ${title}` : t`Field of the product: ${title}`}
          value={name ?? ''}
          minWidth={{ md: '13rem' }}
          none={t`Leave out`}
          options={columnsIn[run.of].map((value) => ({ value, label: columnTitles[value][locale] }))}
          onValue={(value) => run.matchColumn(at, value || undefined)}
        />
      ),
    },
  ]
  const count = formatNumber(table.rows.length, locale)
  return (
    <Stack gap="5">
      <Text role="status">{t`Rows in the file: ${count}`}</Text>
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
          {isOfLots ? (
            <Trans>
              No column of the file has: {missingTitles}. Lots of the book can be changed without it, new lots need it.
            </Trans>
          ) : (
            <Trans>
              No column of the file has: {missingTitles}. Products of the shop can be changed without it, new products
              need it.
            </Trans>
          )}
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

export const ImportPage = () => <ImportScreen of="products" />
export const LotImportPage = () => <ImportScreen of="lots" />

function ImportScreen({ of }: { of: SheetOf }) {
  const { t } = useLingui()
  const run = useImport(of)
  const title = of === 'lots' ? t`Import lots` : t`Import products`
  const refusalText = useRefusalText()
  const progressText = useProgressText()
  const frame = useRef<HTMLDivElement>(null)
  // a pressed button leaves with its step. Refs of children come before the frame's, so the first step does not take it
  const focusLater = useCallback((next: HTMLElement | null) => {
    if (frame.current) next?.focus()
  }, [])
  return (
    <Page
      title={title}
      lead={<Trans>From a CSV or XLSX file. Nothing is changed before you have seen what would change.</Trans>}
      actions={
        of === 'lots' ? (
          <LinkButton to="/admin/lots" activeOptions={{ exact: true }}>{t`Back to the lots`}</LinkButton>
        ) : (
          <LinkButton to="/admin/products">{t`Back to the products`}</LinkButton>
        )
      }
    >
      <Stack gap="7" ref={frame}>
        {(run.problem || run.stopped) && (
          <Notice kind={run.problem ? 'error' : 'warning'}>
            {run.problem && <p>{refusalText(run.problem)}</p>}
            {run.stopped && (
              <>
                <p>{progressText(run.stopped)}</p>
                <p>{t`You can import again: no row is imported twice.`}</p>
              </>
            )}
            {run.problem && isLoggedOut(asError(run.problem)) && <LoginLink />}
          </Notice>
        )}
        <Box
          key={run.progress ? 'running' : run.step.kind}
          ref={focusLater}
          role="group"
          aria-label={title}
          tabIndex={-1}
        >
          {run.progress ? <Running progress={run.progress} onCancel={run.cancel} /> : <Step run={run} />}
        </Box>
      </Stack>
    </Page>
  )
}

function Step({ run }: { run: Import }): ReactNode {
  const { step } = run
  if (step.kind === 'choose') return <ChooseFiles run={run} failure={step.failure} />
  if (step.kind === 'match') return <MatchColumns run={run} matching={step} />
  if (step.kind === 'checked') return <CheckedRows run={run} checked={step} />
  return <Done run={run} step={step} />
}

function useProgressText(): (progress: Progress) => string {
  const { t } = useLingui()
  const locale = useLocale()
  return (progress) => {
    const [done, of] = [progress.done, progress.of].map((each) => formatNumber(each, locale))
    const texts = {
      reading: t`Reading the file…`,
      checking: t`Rows checked: ${done} of ${of}`,
      importing: t`Rows imported: ${done} of ${of}`,
      pictures: t`Pictures: ${done} of ${of}`,
    }
    return texts[progress.kind]
  }
}

function Running({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const id = useId()
  const progressText = useProgressText()
  return (
    <Stack gap="4" maxWidth="2xl">
      <span id={id} role="status">
        {progressText(progress)}
      </span>
      <ProgressBar aria-labelledby={id} {...(progress.of > 0 && { value: progress.done, max: progress.of })} />
      <Button alignSelf="flex-start" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Stack>
  )
}

function Done({ run, step }: { run: Import; step: Extract<Import['step'], { kind: 'done' }> }) {
  const { t } = useLingui()
  const { results, pictures } = step
  const locale = useLocale()
  const counts = countKinds(results)
  const [added, changed, unchanged] = [counts.new, counts.changed, counts.unchanged].map((n) => formatNumber(n, locale))
  return (
    <Stack gap="5">
      <Notice kind="success">
        <p>
          <Trans>
            Imported. New: {added}, changed: {changed}, unchanged: {unchanged}.
          </Trans>
        </p>
        {pictures.stored > 0 && <p>{t`Pictures stored: ${{ count: pictures.stored }}`}</p>}
      </Notice>
      {pictures.refused.length > 0 && <RefusedPictures pictures={pictures.refused} />}
      <Text>
        <Button onClick={run.restart}>{t`Import another file`}</Button>
      </Text>
    </Stack>
  )
}

function RefusedPictures({ pictures }: { pictures: StoredPictures['refused'] }) {
  const refusalText = useRefusalText()
  const fieldText = useRefusedFieldText()
  return (
    <Notice kind="warning">
      <p>
        <Trans>These pictures are not in the shop:</Trans>
      </p>
      <ul>
        {pictures.map(({ name, refusal }) => (
          <li key={name}>
            {name}: {refusal.errors.length > 0 ? refusal.errors.map(fieldText).join(', ') : refusalText(refusal)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
