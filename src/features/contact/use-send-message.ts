import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ConnectionError, type Refusal } from '../../api/errors.ts'
import type { OutboxRow, Session } from '../../db/rows.ts'
import { NotSaved } from '../../sync/enqueue.ts'
import type { ContactEntry, NewEntry } from '../../sync/entries.ts'
import { problemRefusal } from '../../sync/problem-refusal.ts'
import { type Deps, useDeps } from '../../ui/deps.tsx'
import type { Outcome } from '../../ui/forms/form-types.ts'
import { useSession } from '../../ui/session.ts'
import { toast } from '../../ui/toaster.tsx'

const outcomeTimeout = 8000

/** `saved`: sent by itself later · `login`: after the next login · `unsaved`: the form has the only copy */
type Result = 'sent' | 'saved' | 'login' | 'unsaved' | Refusal

type Message = Record<'subject' | 'name' | 'email' | 'message', string>

/**
 * Sends a message to the shop, or to the third-party service that the app was built for (`VITE_CONTACT_URL`). What was
 * refused, or could neither be saved nor sent, stays in the form. `waitsForLogin`: the last one goes after the next login.
 */
export function useSendMessage() {
  const { t } = useLingui()
  const deps = useDeps()
  const session = useSession()
  const unsaved = useRef<NewEntry>(undefined)
  const [waitsForLogin, setWaitsForLogin] = useState(false)
  async function send(values: Message, taken: () => void): Promise<Outcome> {
    setWaitsForLogin(false)
    const body = bodyOf(values)
    const result = import.meta.env.VITE_CONTACT_URL
      ? await handToService(deps, body)
      : await deliver(deps, { body, session, taken, unsaved })
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
    if (unsaved.current) toast({ title: t`It is NOT saved either: keep this page open and try again.`, kind: 'error' })
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

interface Delivery {
  body: ContactEntry['body']
  session: Session | undefined
  /** the outbox has it */
  taken: () => void
  /** the message that was tried without being saved, and has no answer */
  unsaved: { current: NewEntry | undefined }
}

/** By the outbox: waits at most 8 s for the verdict; without one the message stays saved until there is a connection. */
async function deliver({ sync }: Deps, { body, session, taken, unsaved }: Delivery): Promise<Result> {
  const tried = unsaved.current
  unsaved.current = undefined
  try {
    // the same words again after a try without an answer are the same message, under the same id
    if (tried && JSON.stringify(tried.payload.body) === JSON.stringify(body)) throw new NotSaved(tried, undefined)
    const saved = await sync.enqueueContact({ body, session })
    taken()
    const row = (await sync.waitForOutcome(saved.id, { within: outcomeTimeout })) ?? saved
    // a refused message is in the form again, so its copy need not wait in the outbox
    if (row.state === 'attention') await sync.discard(row.id)
    return resultOf(row)
  } catch (error) {
    if (!(error instanceof NotSaved)) throw error
    const row = await sync.sendDirect(error.entry)
    const result = resultOf(row)
    if (result !== 'saved' && result !== 'login') return result
    unsaved.current = row
    return 'unsaved'
  }
}

function resultOf({ state, problem }: OutboxRow): Result {
  if (state === 'done') return 'sent'
  if (state === 'waiting-login') return 'login'
  if (state !== 'attention') return 'saved'
  return problemRefusal(problem ?? { status: 0, detail: '' })
}

/** To the third-party service, which knows no keys: never repeated by itself. */
async function handToService({ api }: Deps, body: ContactEntry['body']): Promise<Result> {
  try {
    const reply = await api.call('sendContact', { body, timeout: 30_000 })
    return reply.ok ? 'sent' : reply.refusal
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    return 'unsaved'
  }
}
