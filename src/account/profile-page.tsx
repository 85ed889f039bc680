import { Badge, Button, Flex, Stack, Text, Link as TextLink } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Confirmation, type OwnSession, PasswordInput, ProfileInput } from '../../contract/accounts.ts'
import { orGone } from '../api/exchange.ts'
import type { Session } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import { leaveForGood } from '../db/sign-out.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { EmailField, PasswordField } from '../forms/fields.tsx'
import { Form, FormFailure, outcomeOf, SubmitButton, useForm } from '../forms/form.tsx'
import { PartyFields, type PartyValues, partiesOf, partyValues } from '../forms/party-fields.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { type OnlineAnswer, useAction, useOnlineQuery } from '../lists/query.ts'
import { saveFile } from '../ui/blob-address.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { FormDialog, preloadDialogs } from '../ui/dialogs/dialog.tsx'
import { FromShop } from '../ui/feedback/notice.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Page, Panel } from '../ui/page.tsx'
import { type AccountValues, NameField, NewPasswordFields } from './account-fields.tsx'
import { AddressBook } from './address-book.tsx'
import { storeUser } from './sign-in.ts'

/** The user's sessions, with a button to end each of the others. */
function SessionsPanel({ sessions }: { sessions: OnlineAnswer<OwnSession[]> }) {
  const { t } = useLingui()
  const [status, announce] = useStatusMessage()
  return (
    <Panel title={t`Where you are logged in`}>
      {sessions.body ? (
        <Stack as="ul" gap="4" listStyleType="none" padding="0">
          {sessions.body.map((session) => (
            <SessionRow
              key={session._id}
              session={session}
              // the pressed button goes with its session
              onDone={() => announce(<Trans>The session was ended.</Trans>)}
              onEnd={() => void sessions.reload()}
            />
          ))}
        </Stack>
      ) : (
        <FromShop isMissing={sessions.isMissing} />
      )}
      {status}
    </Panel>
  )
}

function SessionRow({ session, ...events }: { session: OwnSession; onDone: () => void; onEnd: () => void }) {
  const { t } = useLingui()
  const { browser, system, last_used_at, isCurrent } = session
  const device = browser && system ? t`${browser} on ${system}` : browser || system || t`Unknown device`
  const nameId = `session-${session._id}`
  const { run } = useAction(
    async (api) => orGone(await api.call('endSession', { params: { id: session._id } })),
    events,
  )
  return (
    <Flex as="li" wrap="wrap" gap="3" justify="space-between" align="center">
      <div id={nameId}>
        <Flex wrap="wrap" gap="2" align="center">
          <strong>{device}</strong>
          {isCurrent && <Badge colorPalette="green">{t`This device`}</Badge>}
        </Flex>
        {last_used_at && (
          <Text color="fg.muted" fontSize="sm">
            <Trans>
              Last used: <Time at={last_used_at} />
            </Trans>
          </Text>
        )}
      </div>
      {!isCurrent && (
        <Button id={`end-${session._id}`} aria-labelledby={`end-${session._id} ${nameId}`} onClick={run}>
          <Trans comment="button: ends a session on another device">End</Trans>
        </Button>
      )}
    </Flex>
  )
}

// the dialog's code is fetched with the profile
void preloadDialogs()

/** Explains what a deletion means, and deletes the account once the password is entered. */
function DeleteAccountDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const form = useForm({
    name: 'delete-account',
    initial: { password: '' },
    secret: ['password'],
    schema: PasswordInput,
    submit: (body) =>
      outcomeOf(deps.api.call('deleteOwnAccount', { body }), async () => {
        // before the session ends, so that a guard does not redirect to the login (see use-logout)
        router.history.push('/')
        await leaveForGood(deps, session)
        toast({ title: t`Your account was deleted.`, kind: 'success' })
      }),
  })
  return (
    <FormDialog onClose={onClose} title={t`Delete my account`}>
      <Stack gap="3" mb="5">
        <p>
          <Trans>
            You can no longer log in, on any device. Open requests are cancelled; all requests stay with the shop, with
            name and address as they are. Your reviews stay without your name.
          </Trans>
        </p>
        <p>{t`Everything on this device that has not been sent will be discarded. This cannot be undone.`}</p>
      </Stack>
      <Form form={form}>
        <PasswordField field={form.field('password')} label={t`Password`} required />
        <FormFailure form={form} />
        <Button type="submit" variant="solid" colorPalette="red" justifySelf={{ sm: 'start' }} loading={form.busy}>
          <Trans>Delete my account</Trans>
        </Button>
      </Form>
    </FormDialog>
  )
}

/** Tells users that their address is not confirmed, and mails the link once more. */
function ConfirmationPanel({ email, confirmation }: { email: string; confirmation: Confirmation | undefined }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const refusalText = useRefusalText()
  const [status, announce] = useStatusMessage()
  const { busy, run } = useCall((failure) => announce(refusalText(failure)))
  if (!confirmation?.isMailed || confirmation.isConfirmed) return null
  const send = async () => {
    const reply = await run(() => api.call('mailConfirmation'))
    if (reply?.body.isConfirmed) announce(<Trans>Your e-mail address is confirmed.</Trans>)
    else if (reply) announce(<Trans>The mail is on its way. Its link works for seven days.</Trans>)
  }
  return (
    <Panel title={t`Your e-mail address is not confirmed`}>
      <p>
        <Trans>
          A link in a mail to {email} confirms it. If no mail has come, not even in the spam folder, we can send it
          again.
        </Trans>
      </p>
      <ButtonRow>
        <Button loading={busy} onClick={() => void send()}>{t`Send the mail again`}</Button>
      </ButtonRow>
      {status}
    </Panel>
  )
}

/** Downloads what the shop stores about its user, or deletes the account. */
function OwnAccountPanel({ session }: { session: Session }) {
  const { t } = useLingui()
  const { clock } = useDeps()
  const [isDeleting, setDeleting] = useState(false)
  const { busy, run } = useAction((api) => api.call('downloadOwnData'), {
    onDone: (body) => {
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      saveFile(`my-data-${day}.json`, JSON.stringify(body, null, 2), 'application/json')
    },
  })
  return (
    <Panel title={t`Your data`}>
      <p>
        <Trans>
          All that the shop has stored about you, in one file: account, requests with their conversations, reviews and
          sessions, and with a confirmed email also your messages and the newsletter.
        </Trans>
      </p>
      <ButtonRow>
        <Button loading={busy} onClick={run}>{t`Download my data`}</Button>
        <Button colorPalette="red" onClick={() => setDeleting(true)}>{t`Delete my account`}</Button>
      </ButtonRow>
      {isDeleting && <DeleteAccountDialog session={session} onClose={() => setDeleting(false)} />}
    </Panel>
  )
}

export function ProfilePage() {
  const { t } = useLingui()
  const session = useSession()
  const title = t({ message: 'Profile', comment: 'title of the own profile' })
  const trail = t({ message: 'Breadcrumb', comment: 'name of the trail of screens above this one' })
  const { userId } = session ?? {}
  const confirmation = useOnlineQuery(userId && `confirmation ${userId}`, (api, signal) =>
    api.call('getConfirmation', { signal }),
  )
  const sessions = useOnlineQuery(userId && `sessions ${userId}`, (api, signal) => api.call('listSessions', { signal }))
  const reload = () => {
    void confirmation.reload()
    void sessions.reload()
  }
  return (
    <Page title={title} narrow>
      <Flex as="nav" aria-label={trail} align="center" gap="2" mt="-5" mb="-3" color="fg.muted">
        <TextLink asChild variant="plain">
          <Link to="/">{t`Home`}</Link>
        </TextLink>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{title}</span>
      </Flex>
      {session && (
        <Stack gap="6">
          <ProfileForm key={session.userId} session={session} onSaved={reload} />
          <AddressBook session={session} />
          <ConfirmationPanel email={session.email} confirmation={confirmation.body} />
          <SessionsPanel sessions={sessions} />
          <OwnAccountPanel session={session} />
        </Stack>
      )}
    </Page>
  )
}

function ProfileForm({ session, onSaved }: { session: Session; onSaved: () => void }) {
  const { t } = useLingui()
  const deps = useDeps()
  const bodyOf = ({ name, email, password, ...values }: AccountValues & PartyValues) => {
    const parties = partiesOf(values)
    // shops that know no parties, and people without any, send what the specification names
    const hasParties = session.parties !== undefined || Object.keys(parties).length > 0
    const account = { id: session.userId, name: name.trim(), email: email.trim(), password }
    return { ...account, ...(hasParties && { parties }) }
  }
  const form = useForm({
    name: `profile-${session.userId}`,
    initial: { name: session.name, email: session.email, password: '', confirm: '', ...partyValues(session.parties) },
    secret: ['password', 'confirm'],
    schema: ProfileInput,
    body: bodyOf,
    // an empty password leaves the present one unchanged (specification section 5, profile)
    check: ({ password, confirm }) => ({
      confirm:
        confirm === password ? undefined : msg({ id: 'passwordMismatch', message: 'The passwords do not match' }),
    }),
    submit: async (values) => {
      const reply = await deps.api.call('updateProfile', { body: bodyOf(values) })
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
          <Trans>Your next requests use these details, and papers show them.</Trans>
        </PartyFields>
        <NewPasswordFields form={form} hint={t`Leave it empty to keep the one you have`} />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Form>
    </Panel>
  )
}
