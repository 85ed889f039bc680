import { Flex } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isEmail } from '../../../contract/email.ts'
import { limits } from '../../../contract/limits.ts'
import { fetchShop } from '../../data/shop/pull-shop.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { legalNames } from '../../i18n/legal-names.ts'
import { CheckboxField } from '../../ui/forms/checkbox-field.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import type { FieldMessages, FormHandle } from '../../ui/forms/form-types.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FormAside } from './form-aside.tsx'
import { type AccountField, checkNewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { redirectTarget } from './redirect-target.ts'
import { signIn } from './sign-in.ts'

type RegisterField = AccountField | 'terms'

/** The rules of specification section 5, registration; and consent, where the shop has terms. */
function checkRegistration(
  values: Record<RegisterField, string>,
  consent: MessageDescriptor | undefined,
): FieldMessages<RegisterField> {
  return {
    name: values.name.trim() ? undefined : msg`Please enter your name`,
    email: isEmail(values.email) ? undefined : msg`Please enter a valid email address.`,
    ...checkNewPassword(values),
    terms: values.terms ? undefined : consent,
  }
}

/** They open beside the form: passwords are not saved, and would be lost with it. */
function LegalLinks() {
  const { i18n } = useLingui()
  const { legal } = useShop()
  return (
    <Flex wrap="wrap" columnGap="4" css={{ '& a': { paddingBlock: '2.5' } }}>
      {(['terms', 'privacy'] as const).map(
        (page) =>
          legal[page] > 0 && (
            <Link key={page} to={`/${page}`} target="_blank">
              {i18n._(legalNames[page])} <Trans comment="after a link">(opens in a new tab)</Trans>
            </Link>
          ),
      )}
    </Flex>
  )
}

export function RegisterPage() {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const target = useLocation({ select: (location) => redirectTarget(location.searchStr) })
  const { terms: version } = useShop().legal
  const [isChanged, setChanged] = useState(false)
  const consent = isChanged
    ? msg`The terms have changed meanwhile. Please read them again.`
    : msg`Please agree to the terms to register.`
  const form: FormHandle<RegisterField> = useForm<RegisterField>({
    name: 'register',
    initial: { name: '', email: '', password: '', confirm: '', terms: '' },
    secret: ['password', 'confirm', 'terms'],
    check: (values) => checkRegistration(values, version > 0 ? consent : undefined),
    submit: async ({ name, email, password }) => {
      const person = { name: name.trim(), email: email.trim(), password }
      const reply = await deps.api.call('register', { body: { ...person, ...(version > 0 && { terms: version }) } })
      if (!reply.ok && reply.refusal.errors.some(({ path }) => path.replace(/^\//, '') === 'terms')) {
        // consent was to another text, or none was asked for yet
        await fetchShop(deps).catch(() => undefined)
        setChanged(true)
        form.change({ terms: '' })
      }
      if (!reply.ok) return reply.refusal
      await signIn(deps, reply.body)
      router.history.replace(target)
      return 'done'
    },
  })
  return (
    <Page title={t({ message: 'Register', comment: 'title of the registration screen' })} narrow>
      <Panel>
        <Form form={form}>
          <TextField
            form={form}
            name="name"
            label={t`Name`}
            autoComplete="name"
            maxLength={limits.nameLength}
            required
          />
          <EmailField form={form} name="email" required />
          <NewPasswordFields
            form={form}
            hint={plural(limits.passwordMin, { one: 'At least # character', other: 'At least # characters' })}
            required
          />
          {version > 0 && (
            <CheckboxField form={form} name="terms" label={t`I agree to the terms and conditions`}>
              <LegalLinks />
            </CheckboxField>
          )}
          <SubmitButton form={form}>{t({ message: 'Register', comment: 'button that registers' })}</SubmitButton>
          <FormFailure form={form} />
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
