import { Button, type ButtonProps } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Offer } from '../../contract/offers.ts'
import type { OrderEvent, OrderEventInput } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import { type EventRow, getOutboxRow } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, useForm } from '../forms/form.tsx'
import type { FormOptions } from '../forms/form-types.ts'
import { useAway } from '../sync/connection.ts'
import { LastDay } from '../ui/date-text.tsx'
import { ConfirmDialog, FormDialog } from '../ui/dialogs/dialog.tsx'
import { StatusMessage } from '../ui/feedback/status-message.tsx'
import { useSaveEntry } from '../ui/feedback/toaster.tsx'
import { useWaitingText } from '../ui/outbox-notice.tsx'
import { useAttached } from './files/files-part.tsx'

/** The words of a decision once the shop has it, and while it waits on this device. */
interface DecisionWords {
  sent: ReactNode
  /** by default: that it is saved and sent with the next connection */
  saved?: ReactNode
}

interface EventToAdd {
  /** created when the form or dialog opens, so that many clicks are one event */
  id: string
  body: OrderEventInput
}

interface DecidedOn extends Pick<Order, '_id' | 'reference'> {
  /** the newest ones of its thread */
  events: readonly OrderEvent[]
}

export type Decision = ReturnType<typeof useDecision>

/** Adds events to a thread. `decide` also announces the outcome: render `outcome` where the buttons are, in a place that stays. */
export function useDecision({ _id: order, reference, events }: DecidedOn) {
  const { sync } = useDeps()
  const session = useSession()
  const saveEntry = useSaveEntry()
  const [decided, setDecided] = useState<{ id: string; words: DecisionWords }>()
  const [isBusy, setBusy] = useState(false)
  const show = (id: string, words: DecisionWords) => setDecided({ id, words })
  /** Returns false where the device cannot save it: then the form has the only copy. */
  async function add(event: EventToAdd): Promise<boolean> {
    if (!session) return false
    const { id, body } = event
    const entry = { kind: 'order-event', order, body, display: { reference } } as const
    return (await saveEntry(() => sync.enqueue(entry, { id, session }))) !== undefined
  }
  /** `edited`: the entry whose place the event takes, unless it is being sent or another tab has removed it. */
  async function decide({
    words,
    edited,
    ...event
  }: EventToAdd & { words: DecisionWords; edited?: EventRow | undefined }): Promise<'done' | 'failed'> {
    setBusy(true)
    const isReplaced = edited && (await sync.replaceEvent({ id: edited.id, newId: event.id, body: event.body }))
    const isSaved = isReplaced || (await add(event))
    setBusy(false)
    if (isSaved) show(event.id, words)
    return isSaved ? 'done' : 'failed'
  }
  const outcome = decided && <Decided key={decided.id} {...decided} events={events} />
  return { add, decide, show, isBusy, outcome, forget: () => setDecided(undefined) }
}

/** Follows the entry. The sentence is empty when the entry is discarded, and when the deal has gone on since. */
function Decided({ id, words, events }: Pick<DecidedOn, 'events'> & { id: string; words: DecisionWords }) {
  const { db, storage } = useDeps()
  const isAway = useAway()
  const waitingText = useWaitingText()
  const last = useRef<OutboxRow>(undefined)
  const found = useLiveQuery(async () => {
    try {
      const row = await getOutboxRow(db, id)
      // the proof of a delivery may be removed
      if (row || last.current?.state !== 'done') last.current = row
    } catch {
      // a database that cannot be read has no news
    }
    return { row: last.current }
  }, [db, id])
  if (!found) return null
  const { row } = found
  if (!row || isSuperseded(row.id, events)) return <StatusMessage>{null}</StatusMessage>
  const { state } = row
  if (state === 'done') return <StatusMessage>{words.sent}</StatusMessage>
  if (state === 'attention')
    return (
      <StatusMessage>
        <Trans>The shop did not accept it. Please see the notice on this page.</Trans>
      </StatusMessage>
    )
  const isSaved = storage !== 'memory' && (state === 'queued' || row.problem || isAway) && state !== 'waiting-login'
  return <StatusMessage>{(isSaved && words.saved) || waitingText(row)}</StatusMessage>
}

/** Whether the other side has written after this event, or somebody of this side has decided something. */
function isSuperseded(id: string, events: readonly OrderEvent[]): boolean {
  const mine = events.find(({ _id }) => _id === id)
  return (
    mine !== undefined &&
    events.some(({ seq, by, kind }) => seq > mine.seq && (by.side !== mine.by.side || kind !== 'message'))
  )
}

/** What a waiting event would send, where it is of this kind. */
export function editedBody<K extends OrderEventInput['kind']>(edited: EventRow | undefined, kind: K) {
  const body = edited?.payload.body
  return body?.kind === kind ? (body as Extract<OrderEventInput, { kind: K }>) : undefined
}

export interface EventFormProps {
  order: Order
  userId: string
  decision: Pick<Decision, 'decide'>
  /** the waiting event that is changed */
  edited?: EventRow | undefined
  onClose: () => void
}

interface EventFormOptions<V extends object> extends Omit<FormOptions<V>, 'owner' | 'submit'> {
  /** `after`: the number of the last event that the author has seen when the form was opened */
  toBody: (values: NoInfer<V>, after: number) => OrderEventInput
  words: DecisionWords
  needsFile?: boolean
}

/** The form of an event, which goes once however often it is pressed, with the files that are attached to it. */
export function useEventForm<V extends object>(
  { order, userId, decision, edited, onClose }: EventFormProps,
  { toBody, words, needsFile = false, ...options }: EventFormOptions<V>,
) {
  const { sync } = useDeps()
  // of the moment it opens: many clicks are one event, and what others add meanwhile is not seen
  const [{ id, version }] = useState(() => ({ id: sync.newId(), version: order.version }))
  const [isFileMissing, setFileMissing] = useState(false)
  const attached = useAttached()
  const body = edited?.payload.body
  const before = (body && 'files' in body && body.files) || []
  const files = [...before, ...attached.files]
  const bodyOf = (values: V) => {
    const made = toBody(values, (body && 'after' in body ? body.after : undefined) ?? version)
    return files.length > 0 ? { ...made, files } : made
  }
  const form = useForm<V>({
    body: bodyOf,
    ...options,
    owner: userId,
    submit: async (values) => {
      setFileMissing(needsFile && files.length === 0)
      if (needsFile && files.length === 0) return 'failed'
      const outcome = await decision.decide({ id, body: bodyOf(values), words, edited })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  return { form, before, attached, isFileMissing: isFileMissing && files.length === 0 }
}

interface Question {
  title: string
  children: ReactNode
  action: string
  cancel?: string
  palette?: 'accent'
  /** absent if a confirmation is enough; `name`: of the half-typed reason on the device */
  reason?: { name: string; label: string; hint?: string; isOptional?: boolean; initial?: string; maxLength?: number }
  bodyOf: (note: string) => OrderEventInput
  words: DecisionWords
}

/** Adds an event after a dialog. Id and body are of the moment it opens: many clicks are one event, about the offer shown then. */
export function DecisionButton({
  question,
  decision: { decide, isBusy },
  ...button
}: ButtonProps & { question: Question; decision: Decision }) {
  const { sync } = useDeps()
  const [open, setOpen] = useState<Question & { id: string }>()
  const close = () => setOpen(undefined)
  async function answer(note = '') {
    if (!open) return 'failed'
    const outcome = await decide({ id: open.id, body: open.bodyOf(note.trim()), words: open.words })
    if (outcome === 'done') close()
    return outcome
  }
  return (
    <>
      <Button {...button} onClick={() => setOpen({ ...question, id: sync.newId() })}>
        {question.action}
      </Button>
      {open?.reason && <ReasonDialog {...open} reason={open.reason} onClose={close} onAnswer={answer} />}
      {open && !open.reason && (
        <ConfirmDialog
          title={open.title}
          confirm={open.action}
          cancel={open.cancel ?? ''}
          palette={open.palette}
          busy={isBusy}
          onClose={close}
          onConfirm={() => void answer()}
        >
          {open.children}
        </ConfirmDialog>
      )}
    </>
  )
}

interface ReasonDialogProps extends Pick<Question, 'title' | 'children' | 'action'> {
  reason: NonNullable<Question['reason']>
  onClose: () => void
  onAnswer: (note: string) => Promise<'done' | 'failed'>
}

/** A half-typed reason is saved until it is sent. */
export function ReasonDialog({ title, children, action, reason, onClose, onAnswer }: ReasonDialogProps) {
  const { name, label, hint, isOptional, initial = '', maxLength = limits.noteLength } = reason
  const form = useForm({
    name,
    owner: useSession()?.userId ?? '',
    initial: { note: initial },
    check: ({ note }) => ({ note: isOptional || note.trim() !== '' ? undefined : { rule: 'required' } }),
    submit: ({ note }) => onAnswer(note),
  })
  return (
    <FormDialog onClose={onClose} title={title}>
      <Form form={form} submit={action}>
        {children}
        <TextAreaField
          field={form.field('note')}
          label={label}
          hint={hint}
          rows={4}
          maxLength={maxLength}
          required={!isOptional}
        />
      </Form>
    </FormDialog>
  )
}

/** Until when an acceptance counts that waits on this device. */
export function SavedAcceptance({ offer }: { offer: Offer }) {
  return (
    <Trans>
      Your acceptance is saved on this device. It counts only if it reaches us by <LastDay of={offer} />.
    </Trans>
  )
}
