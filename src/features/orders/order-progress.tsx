import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import type { OutboxRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatTime } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { linesOf, RefusalReasons } from '../../parts/refusal-reasons.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { DiscardButton } from '../../ui/dialogs/discard-button.tsx'
import { LoginNotice } from '../../ui/feedback/login-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSaving } from '../../ui/feedback/toaster.tsx'

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
        ) : sendsWhileClosed() ? (
          <Trans>
            This request is saved on this device and will be sent by itself as soon as there is a connection. You need
            not keep this page open.
          </Trans>
        ) : (
          <Trans>
            This request is saved on this device and will be sent by itself as soon as there is a connection. In this
            browser it is sent only while the shop is open.
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
  const locale = useLocale()
  const navigate = useNavigate()
  const save = useSaving()

  async function editAgain() {
    // another tab may have discarded or sent it
    if (await sync.editAgain(row.id, t`Cart of ${formatTime(clock.now(), locale)}`)) {
      await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
    }
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
        <Button variant="solid" onClick={() => save(editAgain)}>
          <Trans>Edit and send again</Trans>
        </Button>
        <DiscardButton title={t`Discard this request?`} onDiscard={discard} />
      </ButtonRow>
    </Notice>
  )
}

/** Whether this browser has Background Sync, which sends what waits after the shop was closed. Safari and Firefox have none. */
function sendsWhileClosed(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in globalThis
}
