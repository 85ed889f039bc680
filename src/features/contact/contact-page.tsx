import { Box, Button } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isEmail } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { textIn } from '../../../contract/shop.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ChatWithUs } from '../../parts/chat-with-us.tsx'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { Page } from '../../parts/page.tsx'
import { AddressTitle, hasAddress, ShopAddress } from '../../parts/shop-address.tsx'
import { LoginNotice } from '../../ui/feedback/login-notice.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import type { Messages } from '../../ui/forms/form-types.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField, TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Message, useSendMessage } from './use-send-message.ts'

/** E-mail and message are required (specification section 5). The address must be valid, so that the shop can answer. */
function checkMessage(values: Message): Messages<Message> {
  const emailProblem = values.email.trim()
    ? msg`Please enter a valid email address`
    : msg`Please enter your email address`
  return {
    email: isEmail(values.email) ? undefined : emailProblem,
    message: values.message.trim() ? undefined : msg`Please enter a message`,
  }
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
    check: checkMessage,
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
            <LoginNotice>
              <Trans>Your message waits here and will be sent as soon as you log in again.</Trans>
            </LoginNotice>
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
