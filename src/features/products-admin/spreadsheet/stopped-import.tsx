import { Button, Stack } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { limits } from '../../../../contract/limits.ts'
import { formatNumber } from '../../../i18n/numbers.ts'
import { useRefusalText } from '../../../i18n/refusals.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { ButtonRow } from '../../../ui/buttons.tsx'
import { LoginLink } from '../../../ui/feedback/login-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { asError, isLoggedOut } from '../../../ui/loading/refused-error.ts'
import { ChooseAnotherFile } from './choose-files.tsx'
import type { Stopped } from './import-run.ts'
import type { Import } from './use-import.ts'

/** An import that stopped before its end: what is in the shop, and how to go on. */
export function StoppedImport({ run, stopped }: { run: Import; stopped: Stopped }) {
  const { checked, taken, why } = stopped
  const locale = useLocale()
  const refusalText = useRefusalText()
  const left = checked.results.length - taken.results.length
  const [done, of, next, stored, pictures] = [
    taken.results.length,
    checked.results.length,
    Math.min(left, limits.importRows),
    taken.pictures.stored,
    stopped.pictures,
  ].map((each) => formatNumber(each, locale))
  const isDoubledByAnother = checked.results.some(({ row: { row } }) => !row.code && !row._id)
  return (
    <Stack gap="5">
      <Notice kind={why ? 'error' : 'warning'}>
        {why && <p>{refusalText(why)}</p>}
        <p>
          <Trans>
            Rows imported: {done} of {of}
          </Trans>
        </p>
        {taken.isNextInDoubt && (
          <p>
            <Trans comment="an import that stopped before its end">Up to {next} more may be in the shop already.</Trans>
          </p>
        )}
        {left === 0 && (
          <p>
            <PicturesDone done={stored} of={pictures} />
          </p>
        )}
        <p>
          <Trans comment="an import that stopped before its end">If you continue, nothing is imported twice.</Trans>
        </p>
        {isDoubledByAnother && left > 0 && (
          <p>
            <Trans>Choosing the file again would import its rows without an article number twice.</Trans>
          </p>
        )}
        {why && isLoggedOut(asError(why)) && <LoginLink />}
      </Notice>
      <ButtonRow>
        <Button variant="solid" onClick={() => void run.goOn()}>
          <Trans>Continue</Trans>
        </Button>
        <ChooseAnotherFile run={run} />
      </ButtonRow>
    </Stack>
  )
}

function PicturesDone({ done, of }: { done: string | undefined; of: string | undefined }) {
  return (
    <Trans>
      Pictures: {done} of {of}
    </Trans>
  )
}
