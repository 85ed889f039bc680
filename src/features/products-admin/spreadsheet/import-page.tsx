import { Box, Button, Progress as ProgressBar, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useRef } from 'react'
import { formatNumber } from '../../../i18n/numbers.ts'
import { useRefusalText } from '../../../i18n/refusals.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useRefusedFieldText } from '../../../i18n/use-refused-field-text.ts'
import { Page } from '../../../parts/page.tsx'
import { LinkButton } from '../../../ui/buttons.tsx'
import { LoginLink } from '../../../ui/feedback/login-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { asError, isLoggedOut } from '../../../ui/loading/refused-error.ts'
import { CheckedRows } from './checked-rows.tsx'
import { ChooseFiles } from './choose-files.tsx'
import { MatchColumns } from './match-columns.tsx'
import type { Progress } from './matching.ts'
import { countKinds } from './send-rows.ts'
import { StoppedImport } from './stopped-import.tsx'
import type { StoredPictures } from './store-pictures.ts'
import { type Import, useImport } from './use-import.ts'

/** Imports products from a spreadsheet: choose files, match columns, check, import. */
export function ImportPage() {
  const { t } = useLingui()
  const run = useImport()
  const refusalText = useRefusalText()
  const frame = useRef<HTMLDivElement>(null)
  // a pressed button leaves with its step. Refs of children come before the frame's, so the first step does not take it
  const focusLater = useCallback((next: HTMLElement | null) => {
    if (frame.current) next?.focus()
  }, [])
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
      <Stack gap="7" ref={frame}>
        {run.problem && (
          <Notice kind="error">
            <p>{refusalText(run.problem)}</p>
            {isLoggedOut(asError(run.problem)) && <LoginLink />}
          </Notice>
        )}
        <Box
          key={run.progress ? 'running' : run.step.kind}
          ref={focusLater}
          role="group"
          aria-label={t`Import products`}
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
  if (step.kind === 'stopped') return <StoppedImport run={run} stopped={step} />
  return <Done run={run} step={step} />
}

function Running({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const [done, of] = [progress.done, progress.of].map((each) => formatNumber(each, locale))
  const labels = {
    reading: t`Reading the file…`,
    checking: t`Rows checked: ${done} of ${of}`,
    importing: t`Rows imported: ${done} of ${of}`,
    pictures: t`Pictures: ${done} of ${of}`,
  }
  return (
    <Stack gap="4" maxWidth="2xl">
      <ProgressBar.Root value={progress.of === 0 ? null : progress.done} max={Math.max(1, progress.of)}>
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
  const { results, pictures } = step.taken
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
        {pictures.stored > 0 && (
          <p>
            <Trans>Pictures stored: {pictures.stored}</Trans>
          </p>
        )}
      </Notice>
      {pictures.refused.length > 0 && <RefusedPictures pictures={pictures.refused} />}
      <Text>
        <Button onClick={run.restart}>
          <Trans>Import another file</Trans>
        </Button>
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
