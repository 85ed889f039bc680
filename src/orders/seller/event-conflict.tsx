import { Button, List, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { refusalActions } from '../../sync/event-entries.ts'
import type { EventRow } from '../../sync/outbox-rows.ts'
import { Time } from '../../ui/date-text.tsx'
import { EventTitle } from '../event-title.tsx'
import { FullThread } from '../full-thread.tsx'
import { RefusedEvent } from '../refused-event.tsx'

interface EventConflictProps {
  row: EventRow
  /** its current state */
  order: Order
  onEdit: () => void
  /** called with the id of the event that is sent in its place */
  onSentAnyway: (id: string) => void
}

/** An event that the server refused, what happened on the order since, and what can be done. */
export function EventConflict({ row, order, onEdit, onSentAnyway }: EventConflictProps) {
  const { sync } = useDeps()
  // made once, so that a double click sends one event
  const [newId] = useState(() => sync.newId())
  const { body } = row.payload
  const actions = refusalActions(row)
  const seen = ('after' in body ? body.after : undefined) ?? order.version
  const sendAnyway = async () => {
    if (await sync.sendAnyway(row, { newId, after: order.version })) onSentAnyway(newId)
  }
  const isOutdated = row.problem?.code === 'order-changed'
  const newEvents = isOutdated ? order.events.filter(({ seq }) => seq > seen) : []
  return (
    <RefusedEvent
      row={row}
      meanwhile={
        newEvents.length > 0 ? (
          <>
            <p>
              <Trans>This came meanwhile:</Trans>
            </p>
            <List.Root as="ul" ps="5">
              {newEvents.map((event) => (
                <List.Item key={event._id}>
                  <strong>
                    <bdi>{event.by.name}</bdi>
                  </strong>{' '}
                  · <EventTitle event={event} thread={order} /> ·{' '}
                  <Text as="span" color="fg.muted" fontSize="sm">
                    <Time at={event.at} />
                  </Text>
                  <Text
                    whiteSpace="pre-line"
                    unicodeBidi="plaintext"
                    overflowWrap="anywhere"
                    _empty={{ display: 'none' }}
                  >
                    {event.text ?? event.note}
                  </Text>
                </List.Item>
              ))}
            </List.Root>
          </>
        ) : undefined
      }
      ways={
        <>
          {row.problem?.code === 'thread-full' && <FullThread row={row} buyerPhone={order.shippingAddress.phone} />}
          {actions.includes('send-anyway') && (
            <Button variant="solid" onClick={() => void sendAnyway()}>
              <Trans comment="button: sends the same offer although something new was said">Send anyway</Trans>
            </Button>
          )}
          {actions.includes('edit') && (
            <Button onClick={onEdit}>
              <Trans comment="button at a row">Edit</Trans>
            </Button>
          )}
        </>
      }
    />
  )
}
