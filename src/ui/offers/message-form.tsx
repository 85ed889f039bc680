import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { Form, useForm } from '../forms/form.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { TextAreaField } from '../forms/text-area-field.tsx'

interface MessageFormProps {
  orderId: string
  /** what is typed survives a logout, for this user only */
  userId: string
  /** saves the message; false when the device could not */
  onSend: (text: string) => Promise<boolean>
}

/** A message to the other side of a request. */
export function MessageForm({ orderId, userId, onSend }: MessageFormProps) {
  const { t } = useLingui()
  const form = useForm({
    name: `message-${orderId}`,
    owner: userId,
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? msg`Please write a message.` : undefined }),
    submit: async ({ text }) => ((await onSend(text.trim())) ? 'reset' : 'failed'),
  })
  return (
    <Form form={form} label={t`Message`}>
      <TextAreaField form={form} name="text" label={t`Write a message`} rows={4} maxLength={limits.eventTextLength} />
      <SubmitButton form={form}>
        <Trans>Send message</Trans>
      </SubmitButton>
    </Form>
  )
}
