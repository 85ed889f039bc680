import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { findCurrentOffer, type OrderState } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { refusalActions } from '../../data/outbox/order-events.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatTime } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { FullThread } from '../../parts/offers/full-thread.tsx'
import { goTo } from '../../parts/offers/go-to.tsx'
import { RefusedEvent } from '../../parts/offers/refused-event.tsx'
import { offersOf } from '../../parts/offers/thread-offers.ts'
import { LateAnswer } from './late-answer.tsx'

interface EventTroubleProps {
  row: EventRow
  order: Order
  state: OrderState
  /** called with the id of the message that asks for the offer again */
  onAsked: (id: string) => void
}

/** An answer or message that the server refused: why, what has changed since, and the next steps. */
export function EventTrouble({ row, order, state, onAsked }: EventTroubleProps) {
  const { t } = useLingui()
  const { sync, orderPulls } = useDeps()
  const locale = useLocale()
  // fetch the event that made this one fail
  useEffect(() => void orderPulls.pull({ force: true }), [orderPulls])
  // one id, so that a double click sends one message
  const [newId] = useState(() => sync.newId())
  const { body } = row.payload
  const actions = refusalActions(row)
  const answered = offersOf(order).find(({ id }) => 'offer' in body && id === body.offer)
  const current = findCurrentOffer(order)
  const hasNewOffer = state === 'offered' && current !== undefined && current.id !== answered?.id

  async function openOffer() {
    // accepting an offer that is not current never succeeds, and would block the next answer
    await sync.discard(row.id)
    goTo('our-offer')
  }
  async function askToRenew() {
    if (!answered) return
    const text = t`We would like to accept offer ${answered.number} of ${formatTime(answered.at, locale)}. Could you renew it, please?`
    if (await sync.askToRenew(row.id, { newId, text })) onAsked(newId)
  }
  return (
    <RefusedEvent
      row={row}
      isLate={actions.includes('open-offer')}
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
          {row.problem?.code === 'thread-full' && <FullThread row={row} />}
          {answered && actions.includes('ask-to-renew') && (
            <Button onClick={() => void askToRenew()}>
              <Trans comment="button: sends a message that asks for the same offer again">Ask to renew it</Trans>
            </Button>
          )}
        </>
      }
    />
  )
}
