import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { Form, useForm } from '../../parts/forms/form.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'

interface DeclineDialogProps {
  orderId: string
  userId: string
  onClose: () => void
  onDecline: (reason?: string) => Promise<'done' | 'failed'>
}

/** Declines an offer, with an optional reason. A half-typed reason is saved until it is sent. */
export function DeclineDialog({ orderId, userId, onClose, onDecline }: DeclineDialogProps) {
  const { t } = useLingui()
  const form = useForm({
    name: `decline-${orderId}`,
    owner: userId,
    initial: { reason: '' },
    check: () => ({}),
    submit: ({ reason }) => onDecline(reason.trim() || undefined),
  })
  return (
    <FormDialog onClose={onClose} title={t`Decline this offer?`}>
      <Form form={form}>
        <TextAreaField
          field={form.field('reason')}
          label={t`Reason (optional)`}
          hint={t`With a reason we can make you a better offer.`}
          rows={4}
          maxLength={limits.noteLength}
        />
        <SubmitButton form={form}>
          <Trans comment="button: the buyer says no to an offer">Decline</Trans>
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}
