import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { ForgotInput, LoginInput, ResetInput } from '../../contract/accounts.ts'
import { isAboutLink, type Refusal } from '../api/exchange.ts'
import { hasEnded } from '../db/session.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { EmailField, PasswordField } from '../forms/fields.tsx'
import { Form, outcomeOf, useForm } from '../forms/form.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { checkNewPassword, FormAside, NewPasswordFields } from './account-fields.tsx'
import { redirectTarget, useSignIn } from './sign-in.ts'

const bodyOf = ({ email, password }: { email: string; password: string }) => ({ username: email.trim(), password })

export function LoginPage() {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const signIn = useSignIn()
  const session = useSession()
  // the session on arrival: the notices below must not change when the login succeeds
  const [initialSession] = useState(session)
  const isEnded = useLiveQuery(() => hasEnded(db).catch(() => false), [db])
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
    submit: (values) => outcomeOf(api.call('login', { body: bodyOf(values) }), (user) => signIn(user, target)),
  })
  return (
    <Page title={t`Login`} narrow>
      {wasEnded ? (
        <Notice kind="info">{t`Your session has ended. Log in again to continue.`}</Notice>
      ) : (
        initialSession &&
        target !== '/' && (
          <Notice kind="info">
            <Trans>You are logged in as {ph({ name: initialSession.name })}. This page needs another account.</Trans>
          </Notice>
        )
      )}
      <Panel>
        <Form form={form} submit={t({ message: 'Login', comment: 'button that logs in' })}>
          <EmailField field={form.field('email')} autoComplete="username" required />
          <PasswordField field={form.field('password')} label={t`Password`} required />
        </Form>
      </Panel>
      <FormAside>
        <Link to="/forgot">{t`Forgot your password?`}</Link>
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

/** Requests a mail with a password link. The answer is the same for an unknown address. */
export function ForgotPage() {
  const { t } = useLingui()
  const { api } = useDeps()
  const [askedFor, setAskedFor] = useState('')
  const form = useForm({
    name: 'forgot',
    initial: { email: '' },
    schema: ForgotInput,
    submit: (values) => {
      const email = values.email.trim()
      return outcomeOf(api.call('forgotPassword', { body: { email } }), () => setAskedFor(email), 'reset')
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
          <p>{t`Nothing after a few minutes? Check your spam folder.`}</p>
        </Notice>
      )}
      <Panel>
        <Form
          form={form}
          submit={t({ message: 'Send the link', comment: 'button: sends a mail with a link to a new password' })}
        >
          <EmailField
            field={form.field('email')}
            autoComplete="username"
            hint={t`The address of your account. We send a link to it with which you choose a new password.`}
            required
          />
        </Form>
      </Panel>
      <FormAside>
        <Trans>
          No access to your mail? <Link to="/contact">Write to us</Link>, and we will give you a link.
        </Trans>
      </FormAside>
      <FormAside>
        <Link to="/login">{t`Back to login`}</Link>
      </FormAside>
    </Page>
  )
}

const route = getRouteApi('/reset/$token')

/** The target of a password link, sent by mail or by an administrator. It works once. */
export function ResetPage() {
  const { t } = useLingui()
  const { token } = route.useParams()
  return (
    <Page title={t`Choose a new password`} narrow>
      <Reset key={token} token={token} />
    </Page>
  )
}

function Reset({ token }: { token: string }) {
  const checked = route.useLoaderData()
  const refusalText = useRefusalText()
  // the link may have ended since it was checked
  const [sent, setSent] = useState<Refusal>()
  const failure = sent ?? checked
  if (!failure || !isAboutLink(failure)) return <ResetForm token={token} onEnded={setSent} />
  return (
    <EmptyState
      icon="warning"
      action={
        <LinkButton to="/forgot" variant="solid">
          <Trans>Ask for a new link</Trans>
        </LinkButton>
      }
    >
      {refusalText(failure)}
    </EmptyState>
  )
}

function ResetForm({ token, onEnded }: { token: string; onEnded: (refusal: Refusal) => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const router = useRouter()
  const isHere = useIsHere()
  const form = useForm({
    name: 'reset',
    initial: { password: '', confirm: '' },
    secret: ['password', 'confirm'],
    schema: ResetInput,
    body: ({ password }) => ({ token, password }),
    check: checkNewPassword,
    submit: async ({ password }) => {
      const reply = await api.call('resetPassword', { body: { token, password } })
      if (reply.ok) {
        // removes the used link from the browser's history
        if (isHere()) router.history.replace('/login')
        toast({ title: t`Your password was changed. Log in with the new one.`, kind: 'success' })
        return 'done'
      }
      if (!isAboutLink(reply.refusal)) return reply.refusal
      onEnded(reply.refusal)
      return 'done'
    },
  })
  return (
    <Panel>
      <Form form={form} submit={t`Save`}>
        <NewPasswordFields form={form} />
      </Form>
    </Panel>
  )
}
