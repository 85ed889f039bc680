import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'
import type { useDecision } from '../../ui/offers/use-decision.tsx'

interface TurnDownProps {
  order: Order
  userId: string
  decision: Pick<ReturnType<typeof useDecision>, 'decide'>
  onClose: () => void
}

/** Ends a request without an offer, with a reason for the buyer. */
export function TurnDownDialog({ order, userId, decision, onClose }: TurnDownProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [{ id, after }] = useState(() => ({ id: sync.newId(), after: order.version }))
  const form = useForm({
    name: `turn-down-${order._id}`,
    owner: userId,
    initial: { note: '' },
    check: ({ note }) => ({ note: note.trim() === '' ? msg`Please give a reason.` : undefined }),
    submit: async ({ note }) => {
      const words = { sent: <Trans>The request is turned down. The buyer can see it.</Trans> }
      const outcome = await decision.decide({ id, body: { kind: 'close', after, note: note.trim() }, words })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  return (
    <FormDialog onClose={onClose} title={t`Turn down this request?`}>
      <Form form={form}>
        <p>
          <Trans>This ends the request. The buyer reads the reason; only messages can follow.</Trans>
        </p>
        <TextAreaField
          field={form.field('note')}
          label={t({ message: 'Reason', comment: 'label of a field: why the shop makes no offer' })}
          rows={4}
          maxLength={limits.noteLength}
          required
        />
        <SubmitButton form={form}>{t({ message: 'Turn down', comment: 'button: refuse a request' })}</SubmitButton>
      </Form>
    </FormDialog>
  )
}
