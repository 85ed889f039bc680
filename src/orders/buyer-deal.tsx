import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isDecision } from '../../contract/order-events.ts'
import { findCounter } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { hasChoice } from '../../contract/price-talk.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import { hasDecisionHere, type OrderView } from '../db/read-orders.ts'
import type { Session } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { useAway } from '../sync/connection.ts'
import { LastDay } from '../ui/date-text.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { OutboxNotice } from '../ui/outbox-notice.tsx'
import { PushSwitch } from '../ui/push-switch.tsx'
import { DealCard, MessageButton } from './deal-card.tsx'
import { EventNotice } from './event-notice.tsx'
import { EventTitle } from './event-title.tsx'
import type { Taking } from './price-talk-form.tsx'
import { type NumberedOffer, offersOf, waitingEntry } from './shown-order.ts'
import { type Decision, DecisionButton, SavedAcceptance } from './use-decision.tsx'

interface BuyerDealProps {
  view: OrderView
  /** the one that can be answered, or was accepted */
  offer: NumberedOffer | undefined
  session: Session
  decision: Decision
}

export function BuyerDeal({ view, offer, session, decision }: BuyerDealProps) {
  const { order, state, waiting } = view
  const { sync } = useDeps()
  const isAway = useAway()
  const [status, announce] = useStatusMessage()
  const refused = waiting.filter((row) => row.state === 'attention')
  const pending = waiting.filter((row) => row.state !== 'attention')
  const answer = pending.find(({ payload }) => isDecision(payload.body.kind))
  // the card shows that an answer waits; what is on its way at this moment does not wait
  const waits =
    pending.find((row) => row.state === 'waiting-login') ??
    (answer ? undefined : pending.find(({ problem }) => isAway || problem))
  const asked = { sent: <Trans>We have your question.</Trans> }
  return (
    <Stack gap="4" _print={{ display: 'none' }}>
      <DealCard view={view} side="buyer" outcome={decision.outcome ?? <Accepted answer={answer} order={order} />}>
        {offer && state === 'expired' && <AskToRenew key={offer.id} number={offer.number} decision={decision} />}
        {answer && answer.state !== 'waiting-login' && (
          <Button onClick={() => sync.sendNow()}>
            <Trans>Send now</Trans>
          </Button>
        )}
        {!order.sealed && <MessageButton />}
      </DealCard>
      {refused.map((row) => (
        <EventNotice
          key={row.id}
          row={row}
          view={view}
          side="buyer"
          onReplaced={(id) => decision.show(id, asked)}
          onDiscarded={announce}
        />
      ))}
      {status}
      {waits && <OutboxNotice row={waits} title={<EventTitle event={waitingEntry(waits, 'buyer')} thread={order} />} />}
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

function canBeAnswered({ state, order: { events } }: OrderView): boolean {
  const last = events.at(-1)
  const isAsked = last?.kind === 'message' && last.by.side === 'buyer'
  return state === 'requested' || (isAsked && (state === 'offered' || state === 'expired'))
}

/** Asks for an expired offer again, once. */
function AskToRenew({ number, decision }: { number: number; decision: Decision }) {
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

interface AnswerButtonsProps {
  view: OrderView
  offer: NumberedOffer
  decision: Decision
  /** opens the form of what is taken */
  onTake: (taking: Taking) => void
}

/** The answers to an open offer, unless one of them waits on this device. */
export function AnswerButtons({ view, offer: { id, number, offer }, decision, onTake }: AnswerButtonsProps) {
  const { t } = useLingui()
  const total = formatMoney(offer.total, offer.currency, useLocale())
  if (hasDecisionHere(view.waiting, 'refused')) return null
  if (view.state === 'countered') return <Retract view={view} decision={decision} onTake={onTake} />
  if (view.state !== 'offered') return null
  const choice = (
    <Button {...(hasChoice(offer) && { variant: 'solid' })} onClick={() => onTake('offered')}>
      <Trans comment="button: the buyer takes some lines of an offer">Choose what you take</Trans>
    </Button>
  )
  return (
    <>
      {hasChoice(offer) ? (
        choice
      ) : (
        <DecisionButton
          variant="solid"
          decision={decision}
          question={{
            title: t`Accept offer ${number}?`,
            action: t`Accept offer`,
            cancel: t`Not yet`,
            palette: 'accent',
            bodyOf: () => ({ kind: 'accept', offer: id }),
            words: {
              sent: <Trans>Accepted, {total}. The shop has it.</Trans>,
              saved: <SavedAcceptance offer={offer} />,
            },
            children: (
              <Stack gap="2">
                <p>
                  <Trans>
                    Total: <b>{total}</b>, valid until{' '}
                    <b>
                      <LastDay of={offer} />
                    </b>
                    .
                  </Trans>
                </p>
                <Text color="fg.muted">{t`You cannot undo an acceptance here. Nothing is charged.`}</Text>
              </Stack>
            ),
          }}
        />
      )}
      {offer.inParts && !hasChoice(offer) && choice}
      <Button onClick={() => onTake('other')}>
        <Trans>Suggest a price</Trans>
      </Button>
      <DecisionButton
        decision={decision}
        question={{
          title: t`Decline this offer?`,
          action: t({ message: 'Decline', comment: 'button: the buyer declines an offer' }),
          reason: {
            name: `decline-${view.order._id}`,
            label: t`Reason (optional)`,
            hint: t`With a reason we can make you a better offer.`,
            isOptional: true,
          },
          bodyOf: (note) => ({ kind: 'decline', offer: id, ...(note && { note }) }),
          words: { sent: <Trans>Declined. The shop has your answer.</Trans> },
          children: null,
        }}
      />
    </>
  )
}

/** While a suggestion of the buyer stands: it can be changed or taken back. */
function Retract({ view: { order }, decision, onTake }: Pick<AnswerButtonsProps, 'view' | 'decision' | 'onTake'>) {
  const { t } = useLingui()
  const counter = findCounter(order)
  if (!counter) return null
  return (
    <>
      <Button onClick={() => onTake('other')}>
        <Trans comment="button: the buyer suggests other prices in place of the first ones">Change the prices</Trans>
      </Button>
      <DecisionButton
        decision={decision}
        question={{
          title: t`Take these prices back?`,
          action: t({ message: 'Take back', comment: 'button: the buyer takes suggested prices back' }),
          cancel: t`Keep`,
          bodyOf: () => ({ kind: 'retract', counter: counter._id }),
          words: { sent: <Trans>Taken back. The offer stands as before.</Trans> },
          children: <Trans>The shop can no longer agree to them. The offer stays as it is.</Trans>,
        }}
      />
    </>
  )
}
