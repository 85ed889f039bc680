import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { OutboxRow } from '../../db/rows.ts'
import { formatDate } from '../../i18n/dates.ts'
import { problemRefusal } from '../../sync/problem-refusal.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { DiscardButton } from '../../ui/discard-button.tsx'
import { LoginNotice } from '../../ui/login-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { linesOf, RefusalReasons } from '../../ui/refusal-reasons.tsx'

/** The progress of an order that is still on this device, with the buyer's actions. */
export function OrderProgress({ row }: { row: OutboxRow }) {
  const { sync, storage } = useDeps()
  if (row.state === 'done') return null
  if (row.state === 'attention') return <Refused row={row} />
  if (row.state === 'waiting-login') {
    return (
      <LoginNotice>
        <Trans>This request is saved on this device. Log in again and it goes out by itself.</Trans>
      </LoginNotice>
    )
  }
  return (
    <Notice>
      <p>
        {storage === 'memory' ? (
          <Trans>This request is NOT saved: this browser saves nothing. Keep this page open until it is sent.</Trans>
        ) : (
          <Trans>
            This request is saved on this device and will be sent by itself as soon as there is a connection. You need
            not keep this page open.
          </Trans>
        )}
      </p>
      <Button onClick={() => sync.sendNow()}>
        <Trans>Send now</Trans>
      </Button>
    </Notice>
  )
}

function Refused({ row }: { row: OutboxRow }) {
  const { t } = useLingui()
  const { sync, clock } = useDeps()
  const navigate = useNavigate()

  async function editAgain() {
    await sync.editAgain(row.id, t`Cart of ${formatDate(clock.now())}`)
    await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
  }
  async function discard() {
    await sync.discard(row.id)
    await navigate({ to: '/Order' })
  }
  return (
    <Notice kind="error">
      <p>
        <strong>
          <Trans>The shop could not take this request.</Trans>
        </strong>
      </p>
      {row.problem && <RefusalReasons refusal={problemRefusal(row.problem)} lines={linesOf(row)} verbatim />}
      <ButtonRow>
        <Button variant="solid" onClick={() => void editAgain()}>
          <Trans>Edit and send again</Trans>
        </Button>
        <DiscardButton title={t`Discard this request?`} onDiscard={discard} />
      </ButtonRow>
    </Notice>
  )
}
