import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useRef, useState } from 'react'
import type { OrderEvent, OrderEventInput } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { StorageKind } from '../db/open.ts'
import type { OutboxState } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { getOutboxRow } from '../sync/outbox-rows.ts'
import { StatusMessage } from '../ui/feedback/status-message.tsx'
import { useAddEvent } from './use-add-event.ts'

/** How long a decision waits for the shop's answer before it is called saved, ms. */
const outcomeTimeout = 2500

/** What a decision says once the shop has it, and while it waits on this device. */
export interface DecisionWords {
  sent: ReactNode
  /** by default: that it is saved and sent with the next connection */
  saved?: ReactNode
}

interface Decision {
  /** created when the form or dialog opens, so that many clicks are one event */
  id: string
  body: OrderEventInput
  words: DecisionWords
}

interface DecidedOn extends Pick<Order, '_id' | 'reference'> {
  /** the newest ones of its thread */
  events: readonly OrderEvent[]
}

/**
 * Says something on a request and tells what became of it, in a sentence that takes the focus. `outcome` is that sentence:
 * render it where the buttons are, in a place that stays.
 */
export function useDecision(order: DecidedOn) {
  const say = useAddEvent(order)
  const { sync } = useDeps()
  const [decided, setDecided] = useState<Omit<DecidedProps, 'events'>>()
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)

  /** Shows what becomes of an event that is in the outbox already, or has been sent without it. */
  async function show(id: string, words: DecisionWords, saved: OutboxState = 'queued'): Promise<void> {
    const row = await sync.waitForOutcome(id, { within: outcomeTimeout, orTried: true })
    setDecided({ id, words, state: row?.state ?? saved })
  }
  async function decide({ id, body, words }: Decision): Promise<'done' | 'failed'> {
    // a double click says nothing twice
    if (running.current) return 'failed'
    running.current = true
    setBusy(true)
    try {
      const row = await say({ id, body })
      if (row) await show(id, words, row.state)
      return row ? 'done' : 'failed'
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const outcome = decided && <Decided key={decided.id} {...decided} events={order.events} />
  return { decide, show, isBusy, outcome, forget: () => setDecided(undefined) }
}

interface DecidedProps extends Omit<Decision, 'body'> {
  /** of its entry at first */
  state: OutboxState
  events: readonly OrderEvent[]
}

/**
 * Follows the entry, so that what was only saved is not called so once the shop has it. It falls silent when the entry is
 * taken back, and when the deal has gone on since.
 */
function Decided({ id, words, state, events }: DecidedProps) {
  const { db, storage } = useDeps()
  const lastState = useRef(state)
  const found = useLiveQuery(async () => {
    try {
      const row = await getOutboxRow(db, id)
      if (row) lastState.current = row.state
      // what the shop has needs no entry
      return { row, state: row || lastState.current === 'done' ? lastState.current : undefined }
    } catch {
      // a database that cannot be read says nothing new
      return { state: lastState.current }
    }
  }, [db, id])
  if (!found) return null
  const isOver = isOvertaken(found.row?.id ?? id, events)
  return <StatusMessage>{isOver || !found.state ? null : sentenceFor(found.state, words, storage)}</StatusMessage>
}

/** Whether the other side has spoken after this one, or somebody of this side has done something. */
function isOvertaken(id: string, events: readonly OrderEvent[]): boolean {
  const mine = events.find(({ _id }) => _id === id)
  return (
    mine !== undefined &&
    events.some(({ seq, by, kind }) => seq > mine.seq && (by.side !== mine.by.side || kind !== 'message'))
  )
}

function sentenceFor(state: OutboxState, { sent, saved }: DecisionWords, storage: StorageKind): ReactNode {
  if (state === 'done') return sent
  if (state === 'attention') return <Trans>The shop did not accept it. Please see the notice on this page.</Trans>
  if (storage === 'memory')
    return <Trans>This is NOT saved: this browser keeps nothing. Keep this page open until it is sent.</Trans>
  if (state === 'waiting-login') return <Trans>It is saved on this device. Log in again to send it.</Trans>
  return saved ?? <Trans>It is saved on this device and will be sent when there is a connection.</Trans>
}
