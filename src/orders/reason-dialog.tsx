import { msg } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, SubmitButton, useForm } from '../forms/form.tsx'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import type { useDecision } from './use-decision.tsx'

interface ReasonDialogProps {
  /** of the half-typed reason on the device */
  name: string
  userId: string
  title: string
  label: string
  /** the text of the button */
  action: ReactNode
  /** number of the last event that the author has seen */
  version: number
  bodyOf: (said: { note: string; after: number }) => OrderEventInput
  /** said once the shop has it */
  sent: ReactNode
  decision: Pick<ReturnType<typeof useDecision>, 'decide'>
  onClose: () => void
  /** what it does */
  children: ReactNode
}

/** Says something on a request that needs a reason. */
export function ReasonDialog({ name, userId, title, label, action, children, onClose, ...said }: ReasonDialogProps) {
  const { sync } = useDeps()
  const [{ id, after }] = useState(() => ({ id: sync.newId(), after: said.version }))
  const form = useForm({
    name,
    owner: userId,
    initial: { note: '' },
    check: ({ note }) => ({ note: note.trim() === '' ? msg`Please give a reason.` : undefined }),
    submit: async ({ note }) => {
      const body = said.bodyOf({ note: note.trim(), after })
      const outcome = await said.decision.decide({ id, body, words: { sent: said.sent } })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  return (
    <FormDialog onClose={onClose} title={title}>
      <Form form={form}>
        {children}
        <TextAreaField field={form.field('note')} label={label} rows={4} maxLength={limits.noteLength} required />
        <SubmitButton form={form}>{action}</SubmitButton>
      </Form>
    </FormDialog>
  )
}
