import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { OrderEventInput } from '../../../contract/order-events.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'
import { Form, useForm } from '../forms/form.tsx'

/** Said where an event could no longer be changed. */
export function TooLate() {
  return <Trans>It is being sent and can no longer be changed.</Trans>
}

interface EditWaitingProps {
  row: EventRow
  onClose: () => void
  /** called with a sentence about what was changed */
  onChanged: (sentence: ReactNode) => void
}

/** The words of a message or of an answer that waits on this device. */
export function EditWaiting({ row, onClose, onChanged }: EditWaitingProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [newId] = useState(() => sync.newId())
  const [isLate, setLate] = useState(false)
  const { body } = row.payload
  const isMessage = body.kind === 'message'
  // the shop owes a reason when it turns a request down
  const isRequired = isMessage || body.kind === 'close' || body.kind === 'correct'
  const form = useForm({
    name: `waiting-${row.id}`,
    owner: row.userId,
    initial: { words: wordsOf(body) },
    check: ({ words }) => ({ words: isRequired && words.trim() === '' ? msg`Please fill in this field` : undefined }),
    submit: async ({ words }) => {
      const isChanged = await sync.replaceEvent({ id: row.id, newId, body: withWords(body, words.trim()) })
      setLate(!isChanged)
      // what was typed stays, to be copied into a message
      if (!isChanged) return 'failed'
      onChanged(<Trans>Your change is saved.</Trans>)
      onClose()
      return 'done'
    },
  })
  const label = isMessage
    ? t`Message`
    : t({ message: 'Reason', comment: 'label of a field: why the shop makes no offer' })
  return (
    <FormDialog onClose={onClose} title={t`Change what is not sent yet`}>
      <Form form={form}>
        <TextAreaField
          field={form.field('words')}
          label={label}
          rows={4}
          maxLength={isMessage ? limits.eventTextLength : limits.noteLength}
        />
        {isLate && (
          <Notice kind="error">
            <TooLate />
          </Notice>
        )}
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Form>
    </FormDialog>
  )
}

function wordsOf(body: OrderEventInput): string {
  if (body.kind === 'message') return body.text ?? ''
  return 'note' in body ? (body.note ?? '') : ''
}

function withWords(body: OrderEventInput, words: string): OrderEventInput {
  switch (body.kind) {
    case 'message':
      return { ...body, text: words }
    case 'close':
    case 'correct':
      return { ...body, note: words }
    case 'milestone':
      return { ...body, note: words || undefined }
    case 'accept':
    case 'decline':
      return { kind: body.kind, offer: body.offer, ...(words && { note: words }) }
    case 'cancel':
      return { kind: 'cancel', ...(words && { note: words }) }
    case 'offer':
    case 'withdraw':
      return body
  }
}
