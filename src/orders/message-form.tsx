import { VisuallyHidden } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FileInput } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, SubmitButton, useForm } from '../forms/form.tsx'
import { FilesPart, useAttached } from './files/files-part.tsx'

interface MessageFormProps {
  orderId: string
  /** half-typed text survives a logout, for this user only */
  userId: string
  /** saves the message, which has a text, files or both; false if that failed. The same text always has the same id. */
  onSend: (message: { id: string; text?: string; files?: FileInput[] }) => Promise<boolean>
}

/** A message to the other side of a request. */
export function MessageForm({ orderId, userId, onSend }: MessageFormProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [firstId] = useState(() => sync.newId())
  const [isAdded, setAdded] = useState(false)
  const [sent, setSent] = useState(0)
  const attached = useAttached()
  const form = useForm({
    name: `message-${orderId}`,
    owner: userId,
    // the id is saved with the text: a message restored after a crash is not sent twice
    initial: { id: firstId, text: '' },
    hidden: ['id'],
    check: ({ text }) => ({
      text: text.trim() === '' && attached.files.length === 0 ? msg`Please write a message.` : undefined,
    }),
    submit: async ({ id, text }) => {
      const { files } = attached
      const words = text.trim() === '' ? {} : { text: text.trim() }
      const isSaved = await onSend({ id, ...words, ...(files.length > 0 && { files }) })
      // a message of files alone leaves the form as it was: the next one has an id of its own
      if (isSaved && text.trim() === '') form.change({ id: sync.newId() })
      setAdded(isSaved)
      if (isSaved) setSent(sent + 1)
      return isSaved ? 'reset' : 'failed'
    },
  })
  return (
    <Form form={form} label={t`Message`}>
      <TextAreaField
        field={{
          ...form.field('text'),
          set: (text) => {
            setAdded(false)
            form.change({ id: sync.newId(), text })
          },
        }}
        label={t`Write a message`}
        rows={4}
        maxLength={limits.eventTextLength}
      />
      <FilesPart sent={sent} order={orderId} userId={userId} onChange={attached.onChange} />
      <SubmitButton form={{ busy: form.busy || attached.isBusy }}>
        <Trans>Send message</Trans>
      </SubmitButton>
      {/* always mounted: screen readers announce what comes into it */}
      <VisuallyHidden role="status">{isAdded && t`Your message is in the thread.`}</VisuallyHidden>
    </Form>
  )
}
