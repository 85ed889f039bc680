import { Button, List, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { OrderEvent, Side } from '../../contract/order-events.ts'
import { eventsAtHand, findCurrentOffer } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { phoneDigits } from '../../contract/shop.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import type { OrderView } from '../db/read-orders.ts'
import { useDeps, useShop } from '../db/use-deps.tsx'
import { formatTime } from '../i18n/dates.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { refusalActions } from '../sync/kinds.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { LastDay, Time } from '../ui/date-text.tsx'
import { EntryReason, OutboxNotice } from '../ui/outbox-notice.tsx'
import { ChatWithUs } from '../ui/shop-address.tsx'
import { goTo } from './deal-card.tsx'
import { EventTitle } from './event-title.tsx'
import { OfferChanges } from './offer-changes.tsx'
import { Words } from './offer-sheet.tsx'
import { itemsOf, type NumberedOffer, offersOf } from './shown-order.ts'

interface EventNoticeProps {
  row: EventRow
  view: OrderView
  side: Side
  onEdit?: () => void
  /** called with the id of the event that is sent in its place */
  onReplaced: (id: string) => void
  onDiscarded: (sentence: ReactNode) => void
}

export function EventNotice({ row, view, side, onEdit, onReplaced, onDiscarded }: EventNoticeProps) {
  const { order, state } = view
  const { t } = useLingui()
  const { sync } = useDeps()
  const locale = useLocale()
  // one id, so that a double click sends one event
  const [newId] = useState(() => sync.newId())
  const { body } = row.payload
  const actions = refusalActions(row)
  const answered = offersOf(order).find(({ id }) => 'offer' in body && id === body.offer)
  const current = findCurrentOffer(order)
  const isLate = answered !== undefined && actions.includes('open-offer')
  const newOffer = isLate && state === 'offered' && current?.id !== answered.id ? current : undefined
  const seen = ('after' in body ? body.after : undefined) ?? order.version
  const since = row.problem?.code === 'order-changed' ? order.events.filter(({ seq }) => seq > seen) : []

  async function openOffer() {
    // an answer to an offer that is not current never succeeds, and would block the next one
    await sync.discard(row.id)
    goTo('our-offer')
  }
  async function askToRenew({ number, at }: NumberedOffer) {
    const time = formatTime(at, locale)
    const text = t`We would like to accept offer ${number} of ${time}. Could you renew it, please?`
    if (await sync.askToRenew(row.id, { newId, text })) onReplaced(newId)
  }
  async function sendAnyway() {
    if (await sync.sendAnyway(row, { newId, after: order.version })) onReplaced(newId)
  }
  const reason = isLate ? (
    <LateAnswer {...{ answered, order, newOffer }} isExpired={row.problem?.code === 'offer-expired'} />
  ) : since.length > 0 ? (
    <Since events={since} thread={order} />
  ) : (
    <EntryReason row={row} />
  )
  return (
    <OutboxNotice
      row={row}
      reason={
        <>
          {reason}
          {body.kind === 'message' && <Words>{body.text}</Words>}
        </>
      }
      onEdit={actions.includes('edit') ? onEdit : undefined}
      onDiscarded={onDiscarded}
    >
      {newOffer && <Button variant="solid" onClick={() => void openOffer()}>{t`Open the new offer`}</Button>}
      {row.problem?.code === 'thread-full' && (
        <FullThread
          {...(side === 'shop' && { buyerPhone: order.shippingAddress.phone })}
          onAgain={() => void sync.replaceEvent({ id: row.id, newId, body })}
        />
      )}
      {isLate && actions.includes('ask-to-renew') && (
        <Button onClick={() => void askToRenew(answered)}>
          <Trans comment="button: sends a message that asks for the same offer again">Ask to renew it</Trans>
        </Button>
      )}
      {actions.includes('send-anyway') && (
        <Button variant="solid" onClick={() => void sendAnyway()}>
          <Trans comment="button: sends the same offer although there is something new">Send anyway</Trans>
        </Button>
      )}
    </OutboxNotice>
  )
}

interface LateAnswerProps {
  answered: NumberedOffer
  order: Order
  newOffer: ReturnType<typeof findCurrentOffer>
  isExpired: boolean
}

function LateAnswer({ answered, order, newOffer, isExpired }: LateAnswerProps) {
  const { id, number, offer } = answered
  const refusalText = useRefusalText()
  if (newOffer) {
    const made = eventsAtHand(order).find(({ _id }) => _id === newOffer.id)?.at ?? ''
    return (
      <>
        <p>
          <Trans>
            Offer {number} was replaced by a new one on <Time at={made} />:
          </Trans>
        </p>
        <OfferChanges before={offer} after={newOffer.offer} items={itemsOf(order)} />
      </>
    )
  }
  const withdrawal = order.events.findLast((event) => event.kind === 'withdraw' && event.offer === id)
  return (
    <p>
      {withdrawal ? (
        <Trans>
          Offer {number} was withdrawn on <Time at={withdrawal.at} />.
        </Trans>
      ) : isExpired ? (
        <Trans>
          Offer {number} was valid until <LastDay of={offer} />, and your answer arrived after that.
        </Trans>
      ) : (
        refusalText({ status: 409, code: 'offer-not-current', detail: '' })
      )}
    </p>
  )
}

function Since({ events, thread }: { events: readonly OrderEvent[]; thread: Order }) {
  return (
    <>
      <p>
        <Trans>This came meanwhile:</Trans>
      </p>
      <List.Root as="ul" ps="5">
        {events.map((event) => (
          <List.Item key={event._id}>
            <strong>
              <bdi>{event.by.name}</bdi>
            </strong>{' '}
            · <EventTitle event={event} thread={thread} /> ·{' '}
            <Text as="span" color="fg.muted" fontSize="sm">
              <Time at={event.at} />
            </Text>
            <Words>{event.text ?? event.note}</Words>
          </List.Item>
        ))}
      </List.Root>
    </>
  )
}

/** The buttons for what was refused because its request has too many messages: it can be sent again another day. */
function FullThread({ buyerPhone, onAgain }: { buyerPhone?: string; onAgain: () => void }) {
  const shop = useShop()
  const phone = buyerPhone ?? shop.phone
  return (
    <>
      {phone && (
        <Button asChild variant="solid">
          <a href={`tel:${phoneDigits(phone)}`}>
            <Trans comment="button: telephone">Call {phone}</Trans>
          </a>
        </Button>
      )}
      {buyerPhone === undefined && (
        <>
          {shop.chatPhone && (
            <Button asChild>
              <ChatWithUs />
            </Button>
          )}
          <LinkButton to="/products">
            <Trans comment="button: leads to the products, for another request">New request</Trans>
          </LinkButton>
        </>
      )}
      <Button onClick={onAgain}>
        <Trans comment="button: send this message once more">Send again</Trans>
      </Button>
    </>
  )
}
