import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { Order } from '../../../contract/orders.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { Day } from '../../ui/dates.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { LoginNotice } from '../../ui/login-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { offersOf } from '../../ui/offers/thread-offers.ts'

interface WaitingAnswerProps {
  /** pending events that were not refused */
  rows: readonly EventRow[]
  order: Order
}

/** Says that an answer or message is saved, but has not reached the shop yet. */
export function WaitingAnswer({ rows, order }: WaitingAnswerProps) {
  const { sync, storage } = useDeps()
  const acceptance = rows.find(({ payload }) => payload.body.kind === 'accept')
  if (rows.some(({ state }) => state === 'waiting-login')) {
    return (
      <LoginNotice>
        <Trans>What you said is saved on this device. Log in again and it goes out by itself.</Trans>
      </LoginNotice>
    )
  }
  if (rows.length === 0) return null
  return (
    <Notice>
      <p>
        {storage === 'memory' ? (
          <Trans>This is NOT saved: this browser keeps nothing. Keep this page open until it is sent.</Trans>
        ) : acceptance ? (
          <SavedAcceptance row={acceptance} order={order} />
        ) : (
          <Trans>What you said is saved on this device and goes out by itself as soon as there is a connection.</Trans>
        )}
      </p>
      <Button onClick={() => sync.sendNow()}>
        <Trans>Send now</Trans>
      </Button>
    </Notice>
  )
}

function SavedAcceptance({ row, order }: { row: EventRow; order: Order }) {
  const { body } = row.payload
  const offer = offersOf(order.events).find(({ id }) => 'offer' in body && id === body.offer)
  const day = offer?.offer.validUntil ?? ''
  return (
    <Trans>
      Your yes is saved on this device. It counts when it reaches us, until <Day day={day} />.
    </Trans>
  )
}
