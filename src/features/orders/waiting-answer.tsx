import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { isDecision } from '../../../contract/order-events.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useAway } from '../../lib/connection.ts'
import { LoginNotice } from '../../ui/feedback/login-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says that a message is saved, but has not reached the shop yet. `rows` are pending events that were not refused. */
export function WaitingAnswer({ rows }: { rows: readonly EventRow[] }) {
  const { sync, storage } = useDeps()
  const away = useAway()
  if (rows.some(({ state }) => state === 'waiting-login')) {
    return (
      <LoginNotice>
        <Trans>What you said is saved on this device. Log in again and it goes out by itself.</Trans>
      </LoginNotice>
    )
  }
  // what is on its way to the shop at this moment does not wait
  const waits = rows.some(({ problem }) => away || problem)
  // the card on top says that an answer waits
  if (!waits || rows.some(({ payload }) => isDecision(payload.body.kind))) return null
  return (
    <Notice>
      <p>
        {storage === 'memory' ? (
          <Trans>This is NOT saved: this browser keeps nothing. Keep this page open until it is sent.</Trans>
        ) : (
          <Trans>What you said is saved on this device. It is not sent yet.</Trans>
        )}
      </p>
      <Button onClick={() => sync.sendNow()}>
        <Trans>Send now</Trans>
      </Button>
    </Notice>
  )
}
