import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ConnectionError, type Refusal } from '../../api/errors.ts'
import type { ContactEntry } from '../../data/outbox/entries.ts'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import type { OutboxRow } from '../../data/rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { type Deps, useDeps } from '../../data/use-deps.tsx'
import { useSingleSend } from '../../parts/forms/use-single-send.ts'
import { toast } from '../../ui/feedback/toaster.tsx'
import type { Outcome } from '../../ui/forms/form-types.ts'

/** `saved`: sent by itself later · `login`: after the next login · `unsaved`: the form has the only copy */
type Result = 'sent' | 'saved' | 'login' | 'unsaved' | Refusal

/** The values of the form. */
export type Message = Record<'subject' | 'name' | 'email' | 'message', string>

/**
 * Sends a message to the shop, or to the third-party service that the app was built for (`VITE_CONTACT_URL`). A message
 * that is refused, or neither saved nor sent, stays in the form. `waitsForLogin`: the last one is sent after the next login.
 */
export function useSendMessage() {
  const { t } = useLingui()
  const deps = useDeps()
  const session = useSession()
  const sendOne = useSingleSend()
  const [waitsForLogin, setWaitsForLogin] = useState(false)
  async function send(values: Message, onSaved: () => void): Promise<Outcome> {
    setWaitsForLogin(false)
    const body = bodyOf(values)
    const service = import.meta.env.VITE_CONTACT_URL
    const result = service
      ? await sendToService(deps, body)
      : resultOf(await sendOne({ body, save: () => deps.sync.enqueueContact({ body, session }), onSaved }))
    if (result === 'sent') {
      toast({ title: t({ id: 'messageSent', message: 'Your message was sent.' }), kind: 'success', key: 'messageSent' })
      return 'reset'
    }
    if (result === 'login') {
      setWaitsForLogin(true)
      return 'reset'
    }
    if (result === 'saved') {
      const isSaved = deps.storage !== 'memory'
      toast({
        title: isSaved
          ? t`Your message is saved on this device and will be sent by itself.`
          : t`Your message is NOT saved: keep this page open until there is a connection.`,
      })
      return 'reset'
    }
    toast({ title: t({ id: 'error', message: 'Your message could not be sent.' }), kind: 'error', key: 'error' })
    if (result === 'unsaved' && !service)
      toast({ title: t`It is NOT saved either: keep this page open and try again.`, kind: 'error' })
    return result === 'unsaved' ? 'failed' : result
  }
  return { send, waitsForLogin }
}

function bodyOf(values: Message): ContactEntry['body'] {
  return {
    user_object: values.subject.trim(),
    user_name: values.name.trim(),
    user_email: values.email.trim(),
    user_message: values.message,
  }
}

function resultOf(row: OutboxRow | undefined): Result {
  if (!row) return 'unsaved'
  const { state, problem } = row
  if (state === 'done') return 'sent'
  if (state === 'waiting-login') return 'login'
  if (state !== 'attention') return 'saved'
  return problemRefusal(problem ?? { status: 0, detail: '' })
}

/** Sends to the third-party service. It has no idempotency keys, so the call is never repeated by itself. */
async function sendToService({ api }: Deps, body: ContactEntry['body']): Promise<Result> {
  try {
    const reply = await api.call('sendContact', { body, timeout: 30_000 })
    return reply.ok ? 'sent' : reply.refusal
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    return 'unsaved'
  }
}
