import { Button, Flex, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { formatNumber } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import type { Export, ExportProgress } from './use-export.ts'

/** How far an export is, with a button that cancels it, or why it failed. Stands at the button that started it. */
export function ExportStatus({ progress, failure, cancel }: Pick<Export, 'progress' | 'failure' | 'cancel'>) {
  if (failure) return <Notice kind="error">{failure}</Notice>
  if (!progress) return null
  return (
    <Flex align="center" gap="3">
      <Text role="status">
        <ProgressText {...progress} />
      </Text>
      <Button onClick={cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Flex>
  )
}

function ProgressText({ kind, ...rows }: ExportProgress) {
  const locale = useLocale()
  const [done, of] = [rows.done, rows.of].map((each) => formatNumber(each, locale))
  if (kind === 'writing') return <Trans>Writing the file…</Trans>
  if (rows.of === 0) return <Trans comment="while an export is prepared">Fetching…</Trans>
  return (
    <Trans comment="progress of an export">
      {done} of {of} fetched
    </Trans>
  )
}
