import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Form, useForm } from '../forms/form.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { TextAreaField } from '../forms/text-field.tsx'

interface MessageFormProps {
  orderId: string
  /** half-typed text survives a logout, for this user only */
  userId: string
  /** saves the message; false if that failed. The same text always has the same id. */
  onSend: (message: { id: string; text: string }) => Promise<boolean>
}

/** A message to the other side of a request. */
export function MessageForm({ orderId, userId, onSend }: MessageFormProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [firstId] = useState(() => sync.newId())
  const form = useForm({
    name: `message-${orderId}`,
    owner: userId,
    // the id is saved with the text: a message restored after a crash is not sent twice
    initial: { id: firstId, text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? msg`Please write a message.` : undefined }),
    submit: async ({ id, text }) => ((await onSend({ id, text: text.trim() })) ? 'reset' : 'failed'),
  })
  return (
    <Form form={form} label={t`Message`}>
      <TextAreaField
        form={{ ...form, set: (_name, text) => form.change({ id: sync.newId(), text }) }}
        name="text"
        label={t`Write a message`}
        rows={4}
        maxLength={limits.eventTextLength}
      />
      <SubmitButton form={form}>
        <Trans>Send message</Trans>
      </SubmitButton>
    </Form>
  )
}
