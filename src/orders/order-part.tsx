import { Text } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Side } from '../../contract/order-events.ts'
import type { Order } from '../../contract/orders.ts'
import type { ChosenFor } from '../db/files.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, TypedBefore } from '../forms/form.tsx'
import type { Field } from '../forms/form-types.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { EntryBadge } from '../ui/outbox-notice.tsx'
import { Panel } from '../ui/page.tsx'
import { EventActions, useEventChanges } from './event-actions.tsx'
import { EventTitle } from './event-title.tsx'
import { FilesPart } from './files/files-part.tsx'
import { Mark } from './order-state-badge.tsx'
import { waitingEntry } from './shown-order.ts'
import { type EventFormProps, useDecision, type useEventForm } from './use-decision.tsx'

/** What the parts of an accepted order share; `opened`: what its form was opened with, such as an event that waits. */
export function useOrderPart<F extends object>(order: Order) {
  const decision = useDecision(order)
  const changes = useEventChanges()
  const [opened, setOpened] = useState<Partial<F> & { edited?: EventRow }>()
  const open = (form: NonNullable<typeof opened>) => {
    decision.forget()
    setOpened(form)
  }
  return { decision, changes, opened, open, close: () => setOpened(undefined) }
}

interface OrderPartProps {
  id: string
  title: ReactNode
  part: Pick<ReturnType<typeof useOrderPart>, 'decision' | 'changes' | 'open'>
  order: Order
  side: Side
  /** what waits on this device, or was refused; why is at the top of the screen */
  pending: readonly EventRow[]
  /** below what waits */
  actions: ReactNode
  children: ReactNode
}

const kindsWithForm = ['milestone', 'claim']

export function OrderPart(props: OrderPartProps) {
  const { id, title, part, order, side, pending, actions, children } = props
  return (
    <Panel titleId={id} title={title}>
      {part.decision.outcome}
      {part.changes.part}
      {children}
      {pending.map((row) => (
        <Notice key={row.id} isQuiet>
          <p>
            <EventTitle event={waitingEntry(row, side)} thread={order} />{' '}
            {row.state === 'attention' ? <EntryBadge state="attention" /> : <Mark kind="unsent" />}
          </p>
          <ButtonRow>
            <EventActions
              row={row}
              changes={part.changes}
              onEdit={kindsWithForm.includes(row.payload.body.kind) ? () => part.open({ edited: row }) : undefined}
            />
          </ButtonRow>
        </Notice>
      ))}
      {actions}
    </Panel>
  )
}

interface EventDialogProps<V extends object> extends Pick<EventFormProps, 'order' | 'userId' | 'onClose'> {
  event: ReturnType<typeof useEventForm<V>>
  title: string
  /** the path of its first field */
  first: string
  /** the name under which chosen files are saved; absent where none can be attached */
  files?: ChosenFor['form']
  submit: ReactNode
  children: ReactNode
}

/** The dialog of an event: its own fields, then files, a note if it has one, and the button. */
export function EventDialog<V extends object>(props: EventDialogProps<V>) {
  const { event, title, first, files, submit, order, userId, onClose, children } = props
  const { t } = useLingui()
  const { form, before, attached } = event
  return (
    <FormDialog onClose={onClose} title={title}>
      <Form form={{ ...form, busy: form.busy || attached.isBusy }} submit={submit}>
        <TypedBefore form={form} first={first} />
        {children}
        {before.length > 0 && (
          <Text overflowWrap="anywhere">
            <Trans comment="files that a waiting report already has; their names follow">
              Attached before: <bdi>{ph({ names: before.map(({ name }) => name).join(', ') })}</bdi>
            </Trans>
          </Text>
        )}
        {files && (
          <FilesPart
            {...{ order: order._id, userId }}
            form={files}
            taken={before.length}
            onChange={attached.onChange}
          />
        )}
        <Text role="alert" color="fg.error" _empty={{ display: 'none' }}>
          {event.isFileMissing && t`Please add the file of the document.`}
        </Text>
        {'note' in form.values && (
          // notes are texts
          <TextAreaField
            field={form.fieldAt('note') as Field<string>}
            label={t`Note (optional)`}
            rows={2}
            maxLength={limits.noteLength}
          />
        )}
      </Form>
    </FormDialog>
  )
}
