import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Confirmation } from '../../../contract/accounts.ts'
import { failureOf } from '../../api/errors.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useRefusalText } from '../../i18n/refusals.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useLatest } from './use-latest.ts'

interface ConfirmationPanelProps {
  email: string
  confirmation: Promise<Confirmation | undefined>
}

/** Tells users that their address is not confirmed, and mails the link once more. */
export function ConfirmationPanel({ email, confirmation }: ConfirmationPanelProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const refusalText = useRefusalText()
  const [isBusy, setBusy] = useState(false)
  const [said, say] = useSaid()
  const latest = useLatest(confirmation)?.value
  if (!latest?.isMailed || latest.isConfirmed) return null
  const send = async () => {
    setBusy(true)
    try {
      const failed = await failureOf(async () => {
        const reply = await api.call('mailConfirmation')
        if (reply.ok && reply.body.isConfirmed) say(<Trans>Your e-mail address is confirmed.</Trans>)
        else if (reply.ok) say(<Trans>The mail is on its way. Its link works for seven days.</Trans>)
        return reply
      })
      if (failed) say(refusalText(failed))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={t`Your e-mail address is not confirmed`}>
      <p>
        <Trans>
          A link in a mail to {email} confirms it. If no mail has come, not even among the unwanted ones, we can send it
          again.
        </Trans>
      </p>
      <ButtonRow>
        <Button loading={isBusy} onClick={() => void send()}>
          <Trans>Send the mail again</Trans>
        </Button>
      </ButtonRow>
      {said}
    </Panel>
  )
}
