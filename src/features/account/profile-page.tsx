import { Stack } from '@chakra-ui/react'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { isEmail } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Session } from '../../data/rows.ts'
import { fetchOwnAccount, type OwnAccount } from '../../data/session/own-account.ts'
import { getSession } from '../../data/session/session.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { PartyFields, partiesOf, partyValues } from '../../parts/forms/party-fields.tsx'
import { Page } from '../../parts/page.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import type { Messages } from '../../ui/forms/form-types.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ConfirmationPanel } from './confirmation-panel.tsx'
import { type AccountValues, NameField, NewPasswordFields } from './new-password-fields.tsx'
import { OwnAccountPanel } from './own-account-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { storeUser } from './sign-in.ts'

const route = getRouteApi('/profile')

/** The rules of specification section 5, profile. An empty password leaves the present one unchanged. */
function checkProfile(values: AccountValues): Messages<AccountValues> {
  const tooShort = values.password !== '' && values.password.length < limits.passwordMin
  return {
    name: values.name.trim() ? undefined : msg`Please enter your name`,
    email: isEmail(values.email) ? undefined : msg`Please enter a valid email address.`,
    password: tooShort
      ? msg`${plural(limits.passwordMin, { one: 'The password needs at least # character', other: 'The password needs at least # characters' })}`
      : undefined,
    confirm:
      values.confirm === values.password
        ? undefined
        : msg({ id: 'passwordMismatch', message: 'The passwords do not match' }),
  }
}

export function ProfilePage() {
  const { t } = useLingui()
  const session = useSession()
  const { account, fetchAgain } = useOwnAccount()
  return (
    <Page title={t({ message: 'Profile', comment: 'title of the own profile' })} narrow>
      <Breadcrumb
        trail={[{ to: '/', label: t`Home` }]}
        here={t({ message: 'Profile', comment: 'title of the own profile' })}
      />
      {session && (
        <Stack gap="6">
          <ProfileForm key={session.userId} session={session} onSaved={fetchAgain} />
          <ConfirmationPanel email={session.email} confirmation={account.confirmation} />
          <SessionsPanel sessions={account.sessions} onEnded={fetchAgain} />
          <OwnAccountPanel session={session} />
        </Stack>
      )}
    </Page>
  )
}

/** The account as the loader fetched it, or as this screen has since. A newer run of the loader wins. */
function useOwnAccount(): { account: OwnAccount; fetchAgain: () => void } {
  const { api } = useDeps()
  const loaded = route.useLoaderData()
  const [again, setAgain] = useState<{ loaded: OwnAccount; account: OwnAccount }>()
  return {
    account: again?.loaded === loaded ? again.account : loaded,
    fetchAgain: () => setAgain({ loaded, account: fetchOwnAccount(api) }),
  }
}

function ProfileForm({ session, onSaved }: { session: Session; onSaved: () => void }) {
  const { t } = useLingui()
  const deps = useDeps()
  const form = useForm({
    name: `profile-${session.userId}`,
    initial: { name: session.name, email: session.email, password: '', confirm: '', ...partyValues(session.parties) },
    secret: ['password', 'confirm'],
    check: checkProfile,
    submit: async ({ name, email, password, ...values }) => {
      const parties = partiesOf(values)
      const account = { id: session.userId, name: name.trim(), email: email.trim(), password }
      // shops that know no parties, and people without any, send what the specification names
      const hasParties = session.parties !== undefined || Object.keys(parties).length > 0
      const body = { ...account, ...(hasParties && { parties }) }
      const reply = await deps.api.call('updateProfile', { body })
      if (!reply.ok) return reply.refusal
      const now = await getSession(deps.db)
      if (now?.userId === session.userId) {
        // another login meanwhile has brought a newer token
        const { token } = now.token === session.token ? reply.body : now
        await storeUser(deps.db, { ...reply.body, token })
      }
      toast({ title: t`Your profile was saved.`, kind: 'success' })
      // a new address is not confirmed, and a new password has ended the other sessions
      onSaved()
      return 'reset'
    },
  })
  return (
    <Panel>
      <Form form={form}>
        <FormFailure form={form} />
        <NameField form={form} />
        <EmailField field={form.field('email')} required />
        <PartyFields form={form} padding="0.75rem 0 0">
          <Trans>Your next requests take it from here, and papers name it.</Trans>
        </PartyFields>
        <NewPasswordFields form={form} hint={t`Leave it empty to keep the one you have`} />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Form>
    </Panel>
  )
}
