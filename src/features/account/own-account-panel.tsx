import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Session } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { saveFile } from '../../ui/device/save-file.ts'
import { useFailureToast } from '../../ui/lists/use-admin-list.ts'
import { Panel } from '../../ui/panel.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Downloads what the shop stores about its user, or deletes the account. */
export function OwnAccountPanel({ session }: { session: Session }) {
  const { t } = useLingui()
  const { api, clock } = useDeps()
  const withFailureToast = useFailureToast()
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const download = async () => {
    setBusy(true)
    await withFailureToast(async () => {
      const reply = await api.call('downloadOwnData')
      if (!reply.ok) return reply.refusal
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      saveFile(`my-data-${day}.json`, JSON.stringify(reply.body, null, 2), 'application/json')
      return undefined
    }).finally(() => setBusy(false))
  }
  return (
    <Panel title={t`Your data`}>
      <p>
        <Trans>
          All that the shop has stored about you, in one file: account, requests with what was said on them, reviews and
          sessions, and with a confirmed email also your messages and the newsletter.
        </Trans>
      </p>
      <ButtonRow>
        <Button loading={isBusy} onClick={() => void download()}>
          <Trans>Download my data</Trans>
        </Button>
        <Button colorPalette="red" onClick={() => setDeleting(true)}>
          <Trans>Delete my account</Trans>
        </Button>
      </ButtonRow>
      {isDeleting && <DeleteAccountDialog session={session} onClose={() => setDeleting(false)} />}
    </Panel>
  )
}
