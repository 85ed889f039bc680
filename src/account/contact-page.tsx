import { Box, Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ContactInput } from '../../contract/inbox.ts'
import { limits } from '../../contract/limits.ts'
import { textIn } from '../../contract/shop.ts'
import { ConnectionError, failureOf } from '../api/exchange.ts'
import { problemRefusal } from '../db/outbox-rows.ts'
import { useDeps, useSession, useShop } from '../db/use-deps.tsx'
import { EmailField, TextAreaField, TextField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { Outcome } from '../forms/form-types.ts'
import { useSaveAndWait } from '../forms/save-and-wait.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { LoginNotice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { AddressTitle, ChatWithUs, hasAddress, ShopAddress } from '../ui/shop-address.tsx'

type Message = Record<'subject' | 'name' | 'email' | 'message', string>

const bodyOf = (values: Message): ContactInput => ({
  user_object: values.subject.trim(),
  user_name: values.name.trim(),
  user_email: values.email.trim(),
  user_message: values.message,
})

/**
 * Sends a message to the shop or to the service of `VITE_CONTACT_URL`. Where that fails, it stays in the form, or
 * is sent after the next login (`waitsForLogin`).
 */
function useSendMessage() {
  const { t } = useLingui()
  const { api, storage, sync } = useDeps()
  const session = useSession()
  const saveAndWait = useSaveAndWait()
  const [waitsForLogin, setWaitsForLogin] = useState(false)

  function sent(): Outcome {
    toast({ title: t({ id: 'messageSent', message: 'Your message was sent.' }), kind: 'success', key: 'messageSent' })
    return 'reset'
  }
  function failed(outcome: Outcome): Outcome {
    toast({ title: t({ id: 'error', message: 'Your message could not be sent.' }), kind: 'error', key: 'error' })
    return outcome
  }
  async function send(values: Message, onSaved: () => void): Promise<Outcome> {
    setWaitsForLogin(false)
    const body = bodyOf(values)
    if (import.meta.env.VITE_CONTACT_URL) {
      // the service has no idempotency keys: the call is never repeated by itself
      const failure = await failureOf(() => api.call('sendContact', { body, timeout: 30_000 }))
      if (!failure) return sent()
      return failed(failure instanceof ConnectionError ? 'failed' : failure)
    }
    const row = await saveAndWait(() => sync.enqueue({ kind: 'contact', body, display: {} }, { session }), onSaved)
    if (!row) return 'failed'
    if (row.state === 'done') return sent()
    if (row.state === 'attention') return failed(problemRefusal(row.problem ?? { status: 0, detail: '' }))
    if (row.state === 'waiting-login') setWaitsForLogin(true)
    else
      toast({
        title:
          storage === 'memory'
            ? t`Your message is NOT saved: keep this page open until there is a connection.`
            : t`Your message is saved on this device and will be sent by itself.`,
      })
    return 'reset'
  }
  return { send, waitsForLogin }
}

export function ContactPage() {
  const { t } = useLingui()
  const { send, waitsForLogin } = useSendMessage()
  const shop = useShop()
  const locale = useLocale()
  const form = useForm({
    name: 'contact',
    initial: { subject: '', name: '', email: '', message: '' },
    paths: { user_object: 'subject', user_name: 'name', user_email: 'email', user_message: 'message' },
    schema: ContactInput,
    body: bodyOf,
    submit: send,
  })
  return (
    <Page
      title={t({ message: 'Contact', comment: 'title of the contact screen' })}
      narrow
      lead={
        <>
          <Trans>Ask about a species, a size, a port or a sailing date.</Trans> {textIn(shop.answerPromise, locale)}
        </>
      }
    >
      <Panel>
        <Form form={form}>
          <TextField field={form.field('subject')} label={t`Subject`} maxLength={limits.textLength} />
          <TextField field={form.field('name')} label={t`Name`} autoComplete="name" maxLength={limits.nameLength} />
          <EmailField field={form.field('email')} required />
          <TextAreaField
            field={form.field('message')}
            label={t`Message`}
            rows={6}
            maxLength={limits.messageLength}
            required
          />
          <SubmitButton form={form}>{t({ message: 'Send', comment: 'button that sends the message' })}</SubmitButton>
          <FormFailure form={form} />
          {waitsForLogin && (
            <LoginNotice>{t`Your message waits here and will be sent as soon as you log in again.`}</LoginNotice>
          )}
        </Form>
      </Panel>
      {(hasAddress(shop) || shop.chatPhone) && (
        <Panel title={<AddressTitle />}>
          {/* targets of 44 px */}
          <Box css={{ '& a': { display: 'inline-flex', alignItems: 'center', minHeight: '11' } }}>
            <ShopAddress />
          </Box>
          <Button asChild justifySelf="start">
            <ChatWithUs />
          </Button>
        </Panel>
      )}
    </Page>
  )
}
