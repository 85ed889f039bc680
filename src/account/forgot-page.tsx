import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ForgotInput } from '../../contract/accounts.ts'
import { useDeps } from '../db/use-deps.tsx'
import { EmailField } from '../forms/email-field.tsx'
import { Form, FormFailure, useForm } from '../forms/form.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { FormAside } from './form-aside.tsx'

/** Requests a mail with a password link. The answer is the same for an unknown address. */
export function ForgotPage() {
  const { t } = useLingui()
  const { api } = useDeps()
  const [askedFor, setAskedFor] = useState('')
  const form = useForm({
    name: 'forgot',
    initial: { email: '' },
    schema: ForgotInput,
    submit: async ({ email }) => {
      const reply = await api.call('forgotPassword', { body: { email: email.trim() } })
      if (!reply.ok) return reply.refusal
      setAskedFor(email.trim())
      return 'reset'
    },
  })
  return (
    <Page title={t`Forgot your password?`} narrow>
      {askedFor && (
        <Notice kind="success">
          <p>
            <Trans>
              If there is an account for {askedFor}, a mail with a link to a new password is on its way. The link works
              for one hour.
            </Trans>
          </p>
          <p>
            <Trans>Nothing after a few minutes? Check your spam folder.</Trans>
          </p>
        </Notice>
      )}
      <Panel>
        <Form form={form}>
          <EmailField
            field={form.field('email')}
            autoComplete="username"
            hint={t`The address of your account. We send a link to it with which you choose a new password.`}
            required
          />
          <SubmitButton form={form}>
            <Trans comment="button: sends a mail with a link to a new password">Send the link</Trans>
          </SubmitButton>
          <FormFailure form={form} />
        </Form>
      </Panel>
      <FormAside>
        <Trans>
          No access to your mail? <Link to="/contact">Write to us</Link>, and we will give you a link.
        </Trans>
      </FormAside>
      <FormAside>
        <Link to="/login">
          <Trans>Back to login</Trans>
        </Link>
      </FormAside>
    </Page>
  )
}
