import { Button } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { limits } from '../../../contract/limits.ts'
import type { Refusal } from '../../api/errors.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useDeps } from '../../ui/deps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toaster.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

const route = getRouteApi('/reset/$token')

/** Whether a refusal is about the link itself, which no other password changes. */
function isAboutLink(refusal: Refusal | undefined): refusal is Refusal {
  return refusal?.code?.startsWith('link-') === true
}

/** Where the link of a mail or of an administrator leads: a new password, once. */
export function ResetPage() {
  const { t } = useLingui()
  const refusal = route.useLoaderData()
  const { token } = route.useParams()
  return (
    <Page title={t`Choose a new password`} narrow>
      {isAboutLink(refusal) ? <NoLink refusal={refusal} /> : <ResetForm key={token} token={token} />}
    </Page>
  )
}

function NoLink({ refusal }: { refusal: Refusal }) {
  const refusalText = useRefusalText()
  return (
    <EmptyState
      icon="warning"
      action={
        <Button variant="solid" asChild>
          <Link to="/forgot">
            <Trans>Ask for a new link</Trans>
          </Link>
        </Button>
      }
    >
      {refusalText(refusal)}
    </EmptyState>
  )
}

function ResetForm({ token }: { token: string }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const router = useRouter()
  const form = useForm({
    name: 'reset',
    initial: { password: '', confirm: '' },
    secret: ['password', 'confirm'],
    check: ({ password, confirm }) => ({
      password:
        password.length >= limits.passwordMin
          ? undefined
          : msg`The password needs at least ${limits.passwordMin} characters`,
      confirm: confirm === password ? undefined : msg`The "Password" and "Confirm Password" fields must match.`,
    }),
    submit: async ({ password }) => {
      const reply = await api.call('resetPassword', { body: { token, password } })
      if (reply.ok) {
        // the link leaves the browser's history with the step back
        router.history.replace('/login')
        toast({ title: t`Your password was changed. Log in with the new one.`, kind: 'success' })
        return 'done'
      }
      if (!isAboutLink(reply.refusal)) return reply.refusal
      await router.invalidate()
      return 'done'
    },
  })
  return (
    <Panel>
      <Form form={form}>
        <NewPasswordFields form={form} hint={t`At least ${limits.passwordMin} characters`} required />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
        <FormFailure form={form} />
      </Form>
    </Panel>
  )
}
