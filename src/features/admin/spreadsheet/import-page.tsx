import { Button, Progress as ProgressBar, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRefusalText } from '../../../i18n/refusals.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { ChooseFiles } from './choose-files.tsx'
import { MatchColumns } from './match-columns.tsx'
import { type Import, type Progress, useImport } from './use-import.ts'

/** Imports products from a spreadsheet: choose files, match columns, check, import. */
export function ImportPage() {
  const { t } = useLingui()
  const run = useImport()
  const refusalText = useRefusalText()
  return (
    <Page
      title={t`Import products`}
      lead={<Trans>From a CSV or XLSX file. Nothing is changed before you have seen what would change.</Trans>}
      actions={
        <LinkButton to="/admin/products">
          <Trans>Back to the products</Trans>
        </LinkButton>
      }
    >
      <Stack gap="7">
        {run.problem && (
          <Notice kind="error">
            <p>{refusalText(run.problem)}</p>
            <p>
              <Trans>Products that are in the shop already are recognised: you can go on from here.</Trans>
            </p>
          </Notice>
        )}
        {run.progress ? <Running progress={run.progress} onCancel={run.cancel} /> : <Step run={run} />}
      </Stack>
    </Page>
  )
}

function Step({ run }: { run: Import }): ReactNode {
  const { step } = run
  if (step.kind === 'choose') return <ChooseFiles run={run} failure={step.failure} />
  if (step.kind === 'match') return <MatchColumns run={run} table={step.table} columns={step.columns} />
  if (step.kind === 'checked') return <CheckedRows run={run} checked={step} />
  return <Done run={run} step={step} />
}

function Running({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { t } = useLingui()
  const { done, of } = progress
  const labels = {
    checking: t`Checking: ${done} of ${of} rows`,
    importing: t`Importing: ${done} of ${of} rows`,
    pictures: t`Pictures: ${done} of ${of}`,
  }
  return (
    <Stack gap="4" maxWidth="2xl">
      <ProgressBar.Root value={of === 0 ? 0 : done} max={Math.max(1, of)}>
        <ProgressBar.Label role="status">{labels[progress.kind]}</ProgressBar.Label>
        <ProgressBar.Track mt="2">
          <ProgressBar.Range />
        </ProgressBar.Track>
      </ProgressBar.Root>
      <Button alignSelf="flex-start" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Stack>
  )
}

function Done({ run, step }: { run: Import; step: Extract<Import['step'], { kind: 'done' }> }) {
  const { counts, pictures } = step
  const names = pictures.refused.join(', ')
  return (
    <Stack gap="5">
      <Notice kind="success">
        <p>
          <Trans>
            The products are in the shop: {counts.new} new, {counts.changed} changed, {counts.unchanged} unchanged.
          </Trans>
        </p>
        {pictures.stored > 0 && (
          <p>
            <Trans>Pictures stored: {pictures.stored}</Trans>
          </p>
        )}
      </Notice>
      {names && (
        <Notice kind="warning">
          <Trans>These pictures cannot be read: {names}</Trans>
        </Notice>
      )}
      <Text>
        <Button onClick={run.restart}>
          <Trans>Import another file</Trans>
        </Button>
      </Text>
    </Stack>
  )
}
