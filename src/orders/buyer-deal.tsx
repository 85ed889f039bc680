import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isDecision } from '../../contract/order-events.ts'
import { eventsAtHand, findCurrentOffer, type OrderState } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { OrderView } from '../db/read-orders.ts'
import type { Session } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatTime } from '../i18n/dates.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useAway } from '../sync/connection.ts'
import { refusalActions } from '../sync/event-entries.ts'
import type { EventRow } from '../sync/outbox-rows.ts'
import { LastDay, Time } from '../ui/date-text.tsx'
import { LoginNotice, Notice } from '../ui/feedback/notice.tsx'
import { PushSwitch } from '../ui/push-switch.tsx'
import { AnswerButtons, SavedAcceptance } from './answer-buttons.tsx'
import { DealCard } from './deal-card.tsx'
import { FullThread } from './full-thread.tsx'
import { goTo, MessageButton } from './go-to.tsx'
import { OfferChanges } from './offer-changes.tsx'
import { RefusedEvent } from './refused-event.tsx'
import { type NumberedOffer, offersOf } from './thread-offers.ts'
import type { useDecision } from './use-decision.tsx'

interface LateAnswerProps {
  /** the offer that was answered */
  answered: NumberedOffer
  order: Order
  hasNewOffer: boolean
  /** the server refused the answer because the offer had expired */
  isExpired: boolean
}

/** Why an answer came too late: the offer was replaced, withdrawn or had expired. */
function LateAnswer({ answered, order, hasNewOffer, isExpired }: LateAnswerProps) {
  const { id, number, offer } = answered
  const refusalText = useRefusalText()
  const current = findCurrentOffer(order)
  if (hasNewOffer && current) {
    const made = eventsAtHand(order).find(({ _id }) => _id === current.id)?.at ?? ''
    return (
      <>
        <p>
          <Trans>
            Offer {number} was replaced by a new one on <Time at={made} />:
          </Trans>
        </p>
        <OfferChanges before={offer} after={current.offer} items={order.orderItems} />
      </>
    )
  }
  const withdrawal = order.events.findLast((event) => event.kind === 'withdraw' && event.offer === id)
  if (withdrawal) {
    return (
      <p>
        <Trans>
          Offer {number} was withdrawn on <Time at={withdrawal.at} />.
        </Trans>
      </p>
    )
  }
  if (!isExpired) return <p>{refusalText({ status: 409, code: 'offer-not-current', detail: '' })}</p>
  return (
    <p>
      <Trans>
        Offer {number} was valid until <LastDay of={offer} />, and your answer arrived after that.
      </Trans>
    </p>
  )
}

interface EventTroubleProps {
  row: EventRow
  order: Order
  state: OrderState
  /** called with the id of the message that asks for the offer again */
  onAsked: (id: string) => void
}

/** An answer or message that the server refused: why, what has changed since, and the next steps. */
function EventTrouble({ row, order, state, onAsked }: EventTroubleProps) {
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

/** Says that a message is saved, but has not reached the shop yet. `rows` are pending events that were not refused. */
function WaitingAnswer({ rows }: { rows: readonly EventRow[] }) {
  const { sync, storage } = useDeps()
  const away = useAway()
  if (rows.some(({ state }) => state === 'waiting-login')) {
    return (
      <LoginNotice>
        <Trans>What you wrote is saved on this device. Log in again and it will be sent automatically.</Trans>
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
          <Trans>What you wrote is saved on this device. It has not been sent yet.</Trans>
        )}
      </p>
      <Button onClick={() => sync.sendNow()}>
        <Trans>Send now</Trans>
      </Button>
    </Notice>
  )
}

type Decision = ReturnType<typeof useDecision>

interface BuyerDealProps {
  view: OrderView
  /** the one that can be answered, or was accepted */
  offer: NumberedOffer | undefined
  session: Session
  decision: Decision
}

/** The top of the buyer's screen: where the request stands with the next buttons, and what needs attention. */
export function BuyerDeal({ view, offer, session, decision }: BuyerDealProps) {
  const { order, state, waiting } = view
  const { sync } = useDeps()
  const refused = waiting.filter((row) => row.state === 'attention')
  const pending = waiting.filter((row) => row.state !== 'attention')
  const isAnswered = waiting.some(({ payload }) => isDecision(payload.body.kind))
  const answer = pending.find(({ payload }) => isDecision(payload.body.kind))
  const asked = { sent: <Trans>We have your question.</Trans> }
  return (
    <Stack gap="4" _print={{ display: 'none' }}>
      <DealCard view={view} side="buyer" outcome={decision.outcome ?? <Accepted answer={answer} order={order} />}>
        {offer && state === 'offered' && !isAnswered && (
          <AnswerButtons order={order} offer={offer} userId={session.userId} decision={decision} />
        )}
        {offer && state === 'expired' && <AskToRenew key={offer.id} number={offer.number} decision={decision} />}
        {answer && answer.state !== 'waiting-login' && (
          <Button onClick={() => sync.sendNow()}>
            <Trans>Send now</Trans>
          </Button>
        )}
        {!order.sealed && <MessageButton />}
      </DealCard>
      {refused.map((row) => (
        <EventTrouble
          key={row.id}
          row={row}
          order={order}
          state={state}
          onAsked={(id) => void decision.show(id, asked)}
        />
      ))}
      <WaitingAnswer rows={pending} />
      {canBeAnswered(view) && (
        <Box _empty={{ display: 'none' }}>
          <PushSwitch
            session={session}
            label={<Trans>Tell me when the answer comes</Trans>}
            activeText={<Trans>This device tells you when we answer, also while the shop is closed.</Trans>}
          />
        </Box>
      )}
    </Stack>
  )
}

/** Until when an acceptance counts that was saved before this screen was opened. */
function Accepted({ answer, order }: { answer: EventRow | undefined; order: Order }) {
  const body = answer?.payload.body
  if (body?.kind !== 'accept') return null
  const accepted = offersOf(order).find(({ id }) => id === body.offer)
  if (!accepted) return null
  return (
    <Text fontWeight="semibold">
      <SavedAcceptance offer={accepted.offer} />
    </Text>
  )
}

/** Whether an answer of the shop is still to come. */
function canBeAnswered({ state, order: { events } }: OrderView): boolean {
  const last = events.at(-1)
  const isAsked = last?.kind === 'message' && last.by.side === 'buyer'
  return state === 'requested' || (isAsked && (state === 'offered' || state === 'expired'))
}

/** Asks for an expired offer again, once. */
function AskToRenew({ number, decision }: { number: number; decision: Pick<Decision, 'decide'> }) {
  const { t } = useLingui()
  const { sync } = useDeps()
  // one id, so that a double click sends one message
  const [id] = useState(() => sync.newId())
  const [isAsked, setAsked] = useState(false)
  async function ask() {
    const text = t`Could you renew offer ${number}, please?`
    const words = { sent: <Trans>We have your question.</Trans> }
    const outcome = await decision.decide({ id, body: { kind: 'message', text }, words })
    if (outcome === 'done') setAsked(true)
  }
  if (isAsked) return null
  return (
    <Button variant="solid" onClick={() => void ask()}>
      <Trans comment="button: sends a message that asks for the same offer again">Ask to renew it</Trans>
    </Button>
  )
}
