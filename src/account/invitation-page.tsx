import { Button, Stack, Text } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { InvitationAcceptance, type InvitationSeen } from '../../contract/accounts.ts'
import { type ConnectionError, isAboutLink, type Refusal } from '../api/exchange.ts'
import type { Session } from '../db/rows.ts'
import { getSession, putSession } from '../db/session.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { Form, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { rightHints, rightNames } from '../i18n/right-names.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Page, Panel } from '../ui/page.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { FormAside, NewAccountFields, type NewAccountValues, newAccountForm, useConsent } from './account-fields.tsx'
import { useSignIn } from './sign-in.ts'
import { useLogout } from './use-logout.tsx'

const route = getRouteApi('/invitation/$token')

/** The target of an invitation to become an administrator, sent by mail or passed on. It works once. */
export function InvitationPage() {
  const { t } = useLingui()
  const { token } = route.useParams()
  return (
    <Page title={t`Invitation`} narrow>
      <Invited key={token} token={token} />
    </Page>
  )
}

interface PartProps {
  token: string
  seen: InvitationSeen
  /** the link has ended since it was opened */
  onEnded: (failure: Refusal | ConnectionError) => void
}

function Invited({ token }: { token: string }) {
  const { t } = useLingui()
  const reply = route.useLoaderData()
  const refusalText = useRefusalText()
  const session = useSession()
  const [ended, setEnded] = useState<Refusal | ConnectionError>()
  const refusal = ended ?? (reply.ok ? undefined : reply.refusal)
  if (refusal || !reply.ok)
    return (
      <EmptyState
        icon="warning"
        // the person has accepted this invitation before and opens the link again
        action={
          !session && (
            <LinkButton to="/login">
              <Trans comment="link to the login screen, in a notice">Login</Trans>
            </LinkButton>
          )
        }
      >
        {refusal && refusalText(refusal)}
      </EmptyState>
    )
  const seen = reply.body
  const part = { token, seen, onEnded: setEnded }
  return (
    <>
      <Panel>
        <Text>{t`You are invited to join the team of this shop. You will be able to do this:`}</Text>
        <Stack as="ul" gap="2" ps="5">
          {seen.rights.map((right) => (
            <li key={right}>
              <Trans>
                <strong>{ph({ right: t(rightNames[right]) })}</strong>: {ph({ hint: t(rightHints[right]) })}
              </Trans>
            </li>
          ))}
        </Stack>
      </Panel>
      {session ? (
        <Join {...part} session={session} />
      ) : seen.hasAccount ? (
        <LogInFirst email={seen.email} />
      ) : (
        <NewAccount {...part} />
      )}
    </>
  )
}

/** For somebody who is logged in: the rights are added to the account. */
function Join({ token, seen, onEnded, session }: PartProps & { session: Session }) {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const router = useRouter()
  const isHere = useIsHere()
  const refusalText = useRefusalText()
  const { busy, run } = useCall((failure) => {
    if (isAboutLink(failure)) onEnded(failure)
    else toast({ title: refusalText(failure), kind: 'error' })
  })
  const { logout, dialog } = useLogout()
  const isOthers = seen.email !== undefined && seen.email !== session.email.trim().toLowerCase()
  const join = async () => {
    const reply = await run(() => api.call('joinByInvitation', { body: { token } }))
    if (!reply) return
    const { isAdmin, rights } = reply.body
    // the person may have logged out meanwhile, or in again
    const now = await getSession(db)
    if (now?.userId !== session.userId) return
    await putSession(db, { ...now, isAdmin, rights })
    // removes the used link from the browser's history
    if (isHere()) router.history.replace('/dashboard')
    toast({ title: t`You are part of the team now.`, kind: 'success' })
  }
  if (isOthers)
    return (
      <Panel>
        <Text overflowWrap="anywhere">
          <Trans>
            This invitation is for {ph({ invited: seen.email ?? '' })}, and you are logged in as{' '}
            {ph({ email: session.email })}. Log out, then open the link again.
          </Trans>
        </Text>
        <Button alignSelf={{ sm: 'start' }} onClick={logout}>{t`Logout`}</Button>
        {dialog}
      </Panel>
    )
  return (
    <Panel>
      <Text overflowWrap="anywhere">
        <Trans>
          You are logged in as {ph({ name: session.name })} ({ph({ email: session.email })}). The rights are added to
          this account.
        </Trans>
      </Text>
      <Button
        alignSelf={{ sm: 'start' }}
        colorPalette="accent"
        variant="solid"
        loading={busy}
        onClick={() => void join()}
      >
        <Trans>Accept the invitation</Trans>
      </Button>
    </Panel>
  )
}

function LogInFirst({ email }: { email: string | undefined }) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Panel>
      <Text overflowWrap="anywhere">
        <Trans>There is an account with {email}. Log in to accept the invitation.</Trans>
      </Text>
      <LinkButton to="/login" search={{ redirect: here }} variant="solid">
        <Trans comment="link to the login screen, in a notice">Login</Trans>
      </LinkButton>
    </Panel>
  )
}

function NewAccount({ token, seen, onEnded }: PartProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const signIn = useSignIn()
  const consent = useConsent()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const [isKnown, setKnown] = useState(false)
  const invited = seen.email
  const bodyOf = ({ name, email, password }: NewAccountValues) => ({
    ...{ token, name: name.trim(), password },
    ...(!invited && { email: email.trim() }),
    ...consent.body,
  })
  const form: FormHandle<NewAccountValues> = useForm<NewAccountValues>({
    name: 'invitation-accepted',
    ...newAccountForm(consent),
    schema: InvitationAcceptance,
    body: bodyOf,
    submit: async (values) => {
      const reply = await api.call('acceptInvitation', { body: bodyOf(values) })
      if (reply.ok) {
        await signIn(reply.body, '/dashboard')
        toast({ title: t`You are part of the team now.`, kind: 'success' })
        return 'done'
      }
      await consent.refresh(reply.refusal)
      if (isAboutLink(reply.refusal)) onEnded(reply.refusal)
      // made meanwhile
      else if (invited && reply.refusal.code === 'email-taken') setKnown(true)
      else return reply.refusal
      return 'failed'
    },
  })
  if (isKnown) return <LogInFirst email={invited} />
  return (
    <>
      <Panel>
        <Form form={form} submit={t`Accept the invitation`}>
          {invited && (
            <Text overflowWrap="anywhere">
              <Trans>
                Your account will have the address <strong>{invited}</strong>.
              </Trans>
            </Text>
          )}
          <NewAccountFields form={form} invited={invited} />
        </Form>
      </Panel>
      {!invited && (
        <FormAside>
          <Trans>
            You have an account already?{' '}
            <Link to="/login" search={{ redirect: here }}>
              Login
            </Link>
          </Trans>
        </FormAside>
      )}
    </>
  )
}
