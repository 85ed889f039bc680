import { Box, Button, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FileInput } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import type { OrderEvent, Side } from '../../contract/order-events.ts'
import { isOver } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { ConnectionError } from '../api/exchange.ts'
import { firstOf, orderStore } from '../db/order-store.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import { fetchEarlier, useServerNow } from '../db/read-orders.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, SubmitButton, useForm } from '../forms/form.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { queryClient } from '../lists/query.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { Panel } from '../ui/page.tsx'
import { EventActions, useEventChanges } from './event-actions.tsx'
import { FilesPart, useAttached } from './files/files-part.tsx'
import { type ThreadEntry, waitingEntry } from './shown-order.ts'
import { ThreadTimeline, type ThreadTimelineProps } from './thread-timeline.tsx'
import { useDecision } from './use-decision.tsx'

const CorrectButton = lazyPart(() =>
  import('./shipment/shipment-part.tsx').then(({ shipmentParts }) => shipmentParts.CorrectButton),
)
const SaveAllFiles = lazyPart(() => import('./files/event-files.tsx').then((module) => module.SaveAllFiles))

interface ThreadPartProps extends Pick<ThreadTimelineProps, 'request' | 'side'> {
  order: Pick<Order, '_id' | 'reference'>
  thread?: Order
  waiting: readonly EventRow[]
  userId: string
}

export function ThreadPart({ order, request, thread, waiting, userId, side }: ThreadPartProps) {
  const { clock } = useDeps()
  const decision = useDecision({ ...order, events: thread?.events ?? [] })
  const serverNow = useServerNow()
  const arrivals = useArrivals(thread?.events ?? [], side)
  const changes = useEventChanges()
  const actionsOf = (id: string) => {
    const row = waiting.find((each) => each.id === id)
    // the seller's own notice changes an offer, and the part of the shipment a step
    return (
      row && !['offer', 'milestone'].includes(row.payload.body.kind) && <EventActions row={row} changes={changes} />
    )
  }
  const correctionOf = ({ _id, step, on, by }: ThreadEntry) => {
    if (!step || !on || !thread || thread.sealed || (side === 'buyer' && by.side !== 'buyer')) return null
    return <CorrectButton order={thread} milestone={{ step, on, _id }} side={side} decision={decision} />
  }
  return (
    <Panel
      titleId="thread"
      title={<Trans comment="heading: offers, answers and messages of a request, in order">Conversation</Trans>}
    >
      {thread && <EarlierMessages order={thread} userId={userId} />}
      <ThreadTimeline
        orderId={order._id}
        request={request}
        side={side}
        thread={thread ?? { events: [], orderItems: [] }}
        waiting={waiting.map((row) => waitingEntry(row, side))}
        actionsOf={actionsOf}
        correctionOf={correctionOf}
        arrivals={arrivals}
        now={clock.now()}
      />
      <ArrivalStatus arrivals={arrivals} now={serverNow} />
      {changes.part}
      {decision.outcome}
      {thread && <SaveAllFiles order={thread} userId={userId} />}
      {request.pending !== 'attention' && !thread?.sealed && !thread?.buyerGone && (
        <MessageForm
          orderId={order._id}
          userId={userId}
          onSend={({ id, ...message }) => decision.add({ id, body: { kind: 'message', ...message } })}
        />
      )}
    </Panel>
  )
}

/** The other side's events that have come while this screen was open, oldest first. */
export function useArrivals(events: readonly OrderEvent[], side: Side): OrderEvent[] {
  // by number, since earlier events may be fetched
  const [newest] = useState(() => events.at(-1)?.seq ?? 0)
  return events.filter(({ seq, by }) => by.side !== side && seq > newest)
}

/** A button that fetches fifty earlier events of a thread, while there are more on the server than on this device. */
function EarlierMessages({ order, userId }: { order: Order; userId: string }) {
  const { t } = useLingui()
  const deps = useDeps()
  const refusalText = useRefusalText()
  const place = useRef<HTMLDivElement>(null)
  const loading = useMutation(
    {
      mutationFn: () => fetchEarlier({ store: orderStore(deps.db), api: deps.api }, { order, userId }),
      // the button goes with the last page, and the focus with it
      onSettled: () => place.current?.focus({ preventScroll: true }),
    },
    queryClient,
  )
  const { data: refusal, error, isPending, isSuccess } = loading
  const isMore = firstOf(order) !== undefined
  if (!isMore && loading.isIdle) return null
  return (
    <Stack ref={place} tabIndex={-1} role="group" aria-label={t`Earlier messages`} gap="1.5" align="flex-start">
      {isMore && (
        <Button aria-disabled={isPending} onClick={() => isPending || loading.mutate()}>
          <Trans comment="button: show the part of a conversation before the one on the screen">Earlier messages</Trans>
          {isPending && <Spinner size="inherit" aria-hidden="true" />}
        </Button>
      )}
      <Text role="status" color="fg.muted" _empty={{ display: 'none' }}>
        {refusal && refusalText(refusal)}
        {error instanceof ConnectionError ? (
          <Trans>Earlier messages need a connection.</Trans>
        ) : (
          error && <Trans>This could not be saved on this device.</Trans>
        )}
        {isSuccess && !refusal && <Trans>The earlier messages are shown.</Trans>}
      </Text>
    </Stack>
  )
}

interface MessageFormProps {
  orderId: string
  /** half-typed text survives a logout, for this user only */
  userId: string
  onSend: (message: { id: string; text?: string; files?: FileInput[] }) => Promise<boolean>
}

function MessageForm({ orderId, userId, onSend }: MessageFormProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [firstId] = useState(() => sync.newId())
  const [isAdded, setAdded] = useState(false)
  const [sent, setSent] = useState(0)
  const attached = useAttached()
  const form = useForm({
    name: `message-${orderId}`,
    owner: userId,
    // the id is saved with the text: a message restored after a crash is not sent twice
    initial: { id: firstId, text: '' },
    hidden: ['id'],
    check: ({ text }) => ({
      text: text.trim() === '' && attached.files.length === 0 ? msg`Please write a message.` : undefined,
    }),
    submit: async ({ id, text }) => {
      const { files } = attached
      const words = text.trim() === '' ? {} : { text: text.trim() }
      const isSaved = await onSend({ id, ...words, ...(files.length > 0 && { files }) })
      // a message of files alone leaves the form as it was: the next one has an id of its own
      if (isSaved && text.trim() === '') form.change({ id: sync.newId() })
      setAdded(isSaved)
      if (isSaved) setSent(sent + 1)
      return isSaved ? 'reset' : 'failed'
    },
  })
  return (
    <Form form={form} label={t`Message`}>
      <TextAreaField
        field={{
          ...form.field('text'),
          set: (text) => {
            setAdded(false)
            form.change({ id: sync.newId(), text })
          },
        }}
        label={t`Write a message`}
        rows={4}
        maxLength={limits.eventTextLength}
      />
      <FilesPart sent={sent} order={orderId} userId={userId} onChange={attached.onChange} />
      <SubmitButton form={{ busy: form.busy || attached.isBusy }} variant="outline">{t`Send message`}</SubmitButton>
      {/* always mounted: screen readers announce what comes into it */}
      <VisuallyHidden role="status">{isAdded && t`Your message is in the thread.`}</VisuallyHidden>
    </Form>
  )
}

/** Announces the newest event that has come while the order was open, once. `now`: by the server's clock, ms since 1970. */
function ArrivalStatus({ arrivals, now }: { arrivals: readonly OrderEvent[]; now: number }) {
  const newest = arrivals.at(-1)
  if (!newest) return <Box srOnly role="status" />
  const { _id, kind, by, offer, paid } = newest
  // an expired offer is none to accept
  const isOffer = typeof offer === 'object' && !isOver(offer, now)
  return (
    <Box srOnly role="status">
      <span key={_id}>
        {kind === 'message' ? (
          <Trans>New message from {ph({ name: by.name })}</Trans>
        ) : isOffer ? (
          <Trans>New offer from {ph({ name: by.name })}</Trans>
        ) : kind === 'claim' ? (
          <Trans>New claim from {ph({ name: by.name })}</Trans>
        ) : kind === 'document' ? (
          <Trans>New document from {ph({ name: by.name })}</Trans>
        ) : paid ? (
          <Trans>News about a payment from {ph({ name: by.name })}</Trans>
        ) : (
          <Trans comment="for screen readers: the request was accepted, declined, turned down …">
            News from {ph({ name: by.name })}
          </Trans>
        )}
      </span>
    </Box>
  )
}
