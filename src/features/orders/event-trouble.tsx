import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { findCurrentOffer, type OrderState } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { formatDate } from '../../i18n/dates.ts'
import { refusalActions } from '../../sync/order-events.ts'
import { useDeps } from '../../ui/deps.tsx'
import { RefusedEvent } from '../../ui/offers/refused-event.tsx'
import { offersOf } from '../../ui/offers/thread-offers.ts'
import { goToOffer } from './go-to.ts'
import { LateAnswer } from './late-answer.tsx'

interface EventTroubleProps {
  row: EventRow
  order: Order
  state: OrderState
}

/** An answer or message that the server refused: why, what has changed since, and the next steps. */
export function EventTrouble({ row, order, state }: EventTroubleProps) {
  const { t } = useLingui()
  const { sync, orderPulls } = useDeps()
  // fetch the event that made this one fail
  useEffect(() => void orderPulls.pull({ force: true }), [orderPulls])
  // one id, so that a double click sends one message
  const [newId] = useState(() => sync.newId())
  const { body } = row.payload
  const actions = refusalActions(row)
  const answered = offersOf(order.events).find(({ id }) => 'offer' in body && id === body.offer)
  const current = findCurrentOffer(order.events)
  const hasNewOffer = state === 'offered' && current !== undefined && current.id !== answered?.id

  async function openOffer() {
    // accepting an offer that is not current never succeeds, and would block the next answer
    await sync.discard(row.id)
    goToOffer()
  }
  function askToRenew() {
    if (!answered) return
    const text = t`We would like to accept offer ${answered.number} of ${formatDate(answered.at)}. Could you renew it, please?`
    void sync.askToRenew(row.id, { newId, text })
  }
  return (
    <RefusedEvent
      row={row}
      what={<What kind={body.kind} />}
      meanwhile={
        answered && actions.includes('open-offer') ? (
          <LateAnswer
            answered={answered}
            order={order}
            hasNewOffer={hasNewOffer}
            isExpired={row.problem?.code === 'offer-expired'}
          />
        ) : undefined
      }
      ways={
        <>
          {actions.includes('open-offer') && hasNewOffer && (
            <Button variant="solid" onClick={() => void openOffer()}>
              <Trans>Open the new offer</Trans>
            </Button>
          )}
          {answered && actions.includes('ask-to-renew') && (
            <Button onClick={askToRenew}>
              <Trans comment="button: sends a message that asks for the same offer again">Ask to renew it</Trans>
            </Button>
          )}
        </>
      }
    />
  )
}

function What({ kind }: { kind: EventRow['payload']['body']['kind'] }) {
  if (kind === 'accept') return <Trans>Your yes does not count.</Trans>
  if (kind === 'decline') return <Trans>Your no did not reach us in time.</Trans>
  if (kind === 'cancel') return <Trans>The request was not cancelled.</Trans>
  return <Trans>The shop could not take this message.</Trans>
}
