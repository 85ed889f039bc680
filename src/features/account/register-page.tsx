import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { isEmail } from '../../../contract/email.ts'
import { limits } from '../../../contract/limits.ts'
import { useDeps } from '../../ui/deps.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormFailure, useForm } from '../../ui/form.tsx'
import type { FieldMessages } from '../../ui/form-types.ts'
import { Page } from '../../ui/page.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { redirectTarget } from './redirect-target.ts'
import { signIn } from './sign-in.ts'

type RegisterField = 'name' | 'email' | 'password' | 'confirm'

/** The rules of specification section 5, registration. */
export function checkRegistration(values: Record<RegisterField, string>): FieldMessages<RegisterField> {
  return {
    name: values.name.trim() ? undefined : msg`Please enter your name`,
    email: isEmail(values.email) ? undefined : msg`Please enter a valid email address.`,
    password:
      values.password.length >= limits.passwordMin
        ? undefined
        : msg`The password needs at least ${limits.passwordMin} characters`,
    confirm:
      values.confirm === values.password ? undefined : msg`The "Password" and "Confirm Password" fields must match.`,
  }
}

export function RegisterPage() {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const target = useLocation({ select: (location) => redirectTarget(location.searchStr) })
  const form = useForm<RegisterField>({
    name: 'register',
    initial: { name: '', email: '', password: '', confirm: '' },
    secret: ['password', 'confirm'],
    check: checkRegistration,
    submit: async ({ name, email, password }) => {
      const reply = await deps.api.call('register', { body: { name: name.trim(), email: email.trim(), password } })
      if (!reply.ok) return reply.refusal
      await signIn(deps, reply.body)
      router.history.replace(target)
      return 'done'
    },
  })
  return (
    <Page title={t({ message: 'Register', comment: 'title of the registration screen' })} narrow>
      <Form form={form} className="form panel">
        <TextField form={form} name="name" label={t`Name`} autoComplete="name" maxLength={limits.nameLength} required />
        <TextField
          form={form}
          name="email"
          label={t({ message: 'Email', comment: 'label of a field' })}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={limits.emailLength}
          required
        />
        <TextField
          form={form}
          name="password"
          label={t`Password`}
          hint={t`At least ${limits.passwordMin} characters`}
          type="password"
          autoComplete="new-password"
          maxLength={limits.passwordMax}
          required
        />
        <TextField
          form={form}
          name="confirm"
          label={t`Confirm Password`}
          type="password"
          autoComplete="new-password"
          maxLength={limits.passwordMax}
          required
        />
        <SubmitButton form={form}>{t({ message: 'Register', comment: 'button that registers' })}</SubmitButton>
        <FormFailure form={form} />
      </Form>
      <p className="form-aside">
        <Trans>
          Already a customer?{' '}
          <Link to="/login" search={target === '/' ? {} : { redirect: target }}>
            Login
          </Link>
        </Trans>
      </p>
    </Page>
  )
}
