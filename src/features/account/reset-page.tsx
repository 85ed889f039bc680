import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { limits } from '../../../contract/limits.ts'
import type { Refusal } from '../../api/errors.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useDeps } from '../../ui/deps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toaster.tsx'
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx'

const route = getRouteApi('/reset/$token')

/** Whether the server refused the link itself; another password does not help then. */
function isAboutLink(refusal: Refusal | undefined): refusal is Refusal {
  return refusal?.code?.startsWith('link-') === true
}

/** The target of a password link, sent by mail or by an administrator. It works once. */
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
        <LinkButton to="/forgot" variant="solid">
          <Trans>Ask for a new link</Trans>
        </LinkButton>
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
    check: checkNewPassword,
    submit: async ({ password }) => {
      const reply = await api.call('resetPassword', { body: { token, password } })
      if (reply.ok) {
        // removes the used link from the browser's history
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
