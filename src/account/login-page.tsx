import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { LoginInput } from '../../contract/accounts.ts'
import { hasEnded } from '../db/session.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { EmailField } from '../forms/email-field.tsx'
import { Form, FormFailure, useForm } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { FormAside } from './form-aside.tsx'
import { redirectTarget } from './redirect-target.ts'
import { signIn } from './sign-in.ts'

const bodyOf = ({ email, password }: { email: string; password: string }) => ({ username: email.trim(), password })

export function LoginPage() {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const isHere = useIsHere()
  const session = useSession()
  // the session on arrival: the notices below must not change when the login succeeds
  const [initialSession] = useState(session)
  const isEnded = useLiveQuery(() => hasEnded(deps.db).catch(() => false), [deps.db])
  const [wasEnded, setWasEnded] = useState(false)
  if (isEnded && !wasEnded) setWasEnded(true)
  const target = useLocation({ select: (location) => redirectTarget(location.searchStr) })
  const form = useForm({
    name: 'login',
    initial: { email: '', password: '' },
    secret: ['password'],
    paths: { username: 'email' },
    schema: LoginInput,
    body: bodyOf,
    submit: async (values) => {
      const reply = await deps.api.call('login', { body: bodyOf(values) })
      if (!reply.ok) return reply.refusal
      await signIn(deps, reply.body)
      if (isHere()) router.history.replace(target)
      return 'done'
    },
  })
  return (
    <Page title={t`Login`} narrow>
      {wasEnded ? (
        <Notice kind="info">
          <Trans>Your session has ended. Log in again to continue.</Trans>
        </Notice>
      ) : (
        initialSession &&
        target !== '/' && (
          <Notice kind="info">
            <Trans>You are logged in as {initialSession.name}. This page needs another account.</Trans>
          </Notice>
        )
      )}
      <Panel>
        <Form form={form}>
          <EmailField field={form.field('email')} autoComplete="username" required />
          <PasswordField field={form.field('password')} label={t`Password`} autoComplete="current-password" required />
          <SubmitButton form={form}>{t({ message: 'Login', comment: 'button that logs in' })}</SubmitButton>
          <FormFailure form={form} />
        </Form>
      </Panel>
      <FormAside>
        <Link to="/forgot">
          <Trans>Forgot your password?</Trans>
        </Link>
      </FormAside>
      <FormAside>
        <Trans>
          New customer?{' '}
          <Link to="/register" search={target === '/' ? {} : { redirect: target }}>
            Register
          </Link>
        </Trans>
      </FormAside>
    </Page>
  )
}
