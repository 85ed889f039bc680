import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Session } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { saveFile } from '../../ui/device/blob-address.ts'
import { useToastedCall } from '../../ui/loading/use-call.ts'
import { Panel } from '../../ui/panel.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Downloads what the shop stores about its user, or deletes the account. */
export function OwnAccountPanel({ session }: { session: Session }) {
  const { t } = useLingui()
  const { api, clock } = useDeps()
  const { busy, run } = useToastedCall()
  const [isDeleting, setDeleting] = useState(false)
  const download = async () => {
    const reply = await run(() => api.call('downloadOwnData'))
    if (!reply) return
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    saveFile(`my-data-${day}.json`, JSON.stringify(reply.body, null, 2), 'application/json')
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
        <Button loading={busy} onClick={() => void download()}>
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
