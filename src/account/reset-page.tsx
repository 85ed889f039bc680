import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ResetInput } from '../../contract/accounts.ts'
import { isAboutLink, type Refusal } from '../api/api-errors.ts'
import { useDeps } from '../db/use-deps.tsx'
import { Form, FormFailure, useForm } from '../forms/form.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx'

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
  // the link may have ended since it was checked
  const [sent, setSent] = useState<Refusal>()
  const refusal = sent ?? checked
  return refusal && isAboutLink(refusal) ? <NoLink refusal={refusal} /> : <ResetForm token={token} onEnded={setSent} />
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
      <Form form={form}>
        <NewPasswordFields form={form} />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
        <FormFailure form={form} />
      </Form>
    </Panel>
  )
}
