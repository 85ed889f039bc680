import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders.ts'
import { useDeps } from '../../ui/deps.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField } from '../../ui/forms/text-area-field.tsx'
import { useSay } from '../../ui/offers/use-say.ts'

interface TurnDownProps {
  order: Order
  userId: string
  onClose: () => void
}

/** Ends a request without an offer, with a reason for the buyer. */
export function TurnDownDialog({ order, userId, onClose }: TurnDownProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const say = useSay(order)
  const [{ id, after }] = useState(() => ({ id: sync.newId(), after: order.version }))
  const form = useForm({
    name: `turn-down-${order._id}`,
    owner: userId,
    initial: { note: '' },
    check: ({ note }) => ({ note: note.trim() === '' ? msg`Please give a reason.` : undefined }),
    submit: async ({ note }) => {
      const outcome = await say({ id, body: { kind: 'close', after, note: note.trim() } })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  return (
    <FormDialog open onClose={onClose} title={t`Turn down this request?`}>
      <Form form={form}>
        <p>
          <Trans>This ends the request. The buyer reads the reason; only messages can follow.</Trans>
        </p>
        <TextAreaField
          form={form}
          name="note"
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
