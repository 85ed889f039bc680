import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { RegisterInput } from '../../contract/accounts.ts'
import { useDeps } from '../db/use-deps.tsx'
import { Form, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { FormAside, NewAccountFields, type NewAccountValues, newAccountForm, useConsent } from './account-fields.tsx'
import { redirectTarget, useSignIn } from './sign-in.ts'

export function RegisterPage() {
  const { t } = useLingui()
  const { api } = useDeps()
  const signIn = useSignIn()
  const target = useLocation({ select: (location) => redirectTarget(location.searchStr) })
  const consent = useConsent()
  const bodyOf = ({ name, email, password }: NewAccountValues) => ({
    ...{ name: name.trim(), email: email.trim(), password },
    ...consent.body,
  })
  const form: FormHandle<NewAccountValues> = useForm<NewAccountValues>({
    name: 'register',
    ...newAccountForm(consent),
    schema: RegisterInput,
    body: bodyOf,
    submit: async (values) => {
      const reply = await api.call('register', { body: bodyOf(values) })
      if (!reply.ok) {
        await consent.refresh(reply.refusal)
        return reply.refusal
      }
      await signIn(reply.body, target)
      return 'done'
    },
  })
  return (
    <Page title={t({ message: 'Register', comment: 'title of the registration screen' })} narrow>
      <Panel>
        <Form form={form} submit={t({ message: 'Register', comment: 'button that registers' })}>
          <NewAccountFields form={form} />
        </Form>
      </Panel>
      <FormAside>
        <Trans>
          Already a customer?{' '}
          <Link to="/login" search={target === '/' ? {} : { redirect: target }}>
            Login
          </Link>
        </Trans>
      </FormAside>
    </Page>
  )
}

/** The target of the link in a confirmation mail. It makes no API call (specification section 2). */
export function ActivationPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Account verified`} narrow>
      <EmptyState icon="check" action={<LinkButton to="/login" variant="solid">{t`Back to login`}</LinkButton>}>
        <Trans>Your account is verified. You can log in now.</Trans>
      </EmptyState>
    </Page>
  )
}
