import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type AdminUser, hasRight, type Right, rights, UserUpdate } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import { getSession, putSession, removeViewsOf } from '../db/session.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { CheckboxField, checkedOf, RightCheckboxes } from '../forms/checkbox-fields.tsx'
import { DialogForm, type EditDialogProps, useDialogForm } from '../forms/dialog-form.tsx'
import { mergeEdits } from '../forms/edit-conflict.tsx'
import { EmailField, TextField } from '../forms/fields.tsx'
import { rightHints } from '../i18n/right-names.ts'
import { useAction } from '../lists/query.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { SecretOnce } from './secret-once.tsx'

/** Makes a password reset link for a user who gets no mail. The link is shown only once. */
function ResetLinkPart({ userId: id }: { userId: string }) {
  const { t } = useLingui()
  const [link, setLink] = useState('')
  const { busy, run } = useAction((api) => api.call('makeResetLink', { params: { id } }), {
    onDone: ({ token }) => setLink(`${location.origin}${location.pathname}#/reset/${token}`),
  })
  return (
    <Stack gap="3" mt="6" pt="5" borderTopWidth="1px">
      <Text color="fg.muted">
        <Trans>
          Somebody has forgotten the password? Hand over a link to a new one, by chat for instance. It works once,
          within one hour.
        </Trans>
      </Text>
      {link ? (
        <SecretOnce title={t`Link to a new password`} secret={link} onDone={() => setLink('')}>
          <Trans>The link is shown only once. Anyone with the link can get into this account.</Trans>
        </SecretOnce>
      ) : (
        <Button alignSelf={{ sm: 'start' }} aria-disabled={busy} onClick={() => run(undefined)}>
          <Trans comment="button: makes a link to a new password">Make a reset link</Trans>
        </Button>
      )}
    </Stack>
  )
}

/** The ticked rights; none without the tick above them. */
function tickedOf(values: { isAdmin: boolean; rights: Record<Right, boolean> }): Right[] {
  return rights.filter((right) => values.isAdmin && values.rights[right])
}

export function UserDialog({ user, onClose, onSaved }: EditDialogProps & { user: AdminUser }) {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const router = useRouter()
  const session = useSession()
  const isOwn = user._id === session?.userId
  const mayGiveRights = hasRight(session, 'shop')
  // nobody gives a right that they do not have, nor one to themselves
  const offered = rights.filter((right) => user.rights.includes(right) || (!isOwn && hasRight(session, right)))
  const form = useDialogForm({
    onClose,
    name: `user-${user._id}`,
    initial: {
      ...{ name: user.name, email: user.email, isAdmin: user.isAdmin },
      rights: checkedOf(rights, user.isAdmin ? user.rights : offered),
    },
    // a forgotten draft must never grant rights later
    secret: ['isAdmin', 'rights'],
    schema: UserUpdate,
    body: ({ name, email }) => ({ name, email }),
    submit: async (values) => {
      const wanted = tickedOf(values)
      // unchanged ticks are not sent: another administrator may have changed these rights meanwhile
      const isRightChanged = rights.some((right) => user.rights.includes(right) !== wanted.includes(right))
      // the call names all of them, which a colleague may have changed since they were shown
      const newest = await api.call('getUser', { params: { id: user._id } })
      if (!newest.ok) return newest.refusal
      const valuesOf = ({ name, email, rights: some }: Pick<AdminUser, 'name' | 'email' | 'rights'>) => ({
        ...{ name, email },
        rights: checkedOf(rights, some),
      })
      const yours = valuesOf({ ...values, rights: wanted })
      const { merged } = mergeEdits({ start: valuesOf(user), yours, saved: valuesOf(newest.body) })
      // without the tick above them none is left, nor one that was given meanwhile
      const after = rights.filter((right) => wanted.length > 0 && merged.rights[right])
      const body = {
        _id: user._id,
        name: merged.name.trim(),
        email: merged.email.trim(),
        ...(mayGiveRights && isRightChanged && { isAdmin: after.length > 0, rights: after }),
      }
      const reply = await api.call('updateUser', { params: { id: user._id }, body })
      if (!reply.ok) return reply.refusal
      toast({ title: t`The user was saved.`, kind: 'success' })
      const { name, email, isAdmin, rights: now } = reply.body
      const stored = await getSession(db)
      const ownSession = stored?.userId === user._id ? stored : undefined
      if (ownSession) await putSession(db, { ...ownSession, name, email, isAdmin, rights: now })
      if (ownSession && !isAdmin) {
        // off the admin screens by their guard; the data that they saved is removed
        await router.navigate({ href: router.latestLocation.href, replace: true })
        await removeViewsOf(db, user._id)
        return 'done'
      }
      if (!ownSession || now.includes('people')) await onSaved()
      // with the right to the shop the screen stays, for invitations. The live stream may have brought the lost right
      // before, which closes this dialog
      else if (!now.includes('shop') && router.latestLocation.pathname === '/users')
        await router.navigate({ to: '/dashboard', replace: true })
      return 'done'
    },
  })
  const dropsOwnRights = isOwn && user.rights.some((right) => !tickedOf(form.values).includes(right))
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`Edit user`}
      submit={t`Save Changes`}
      after={<ResetLinkPart userId={user._id} />}
    >
      <TextField field={form.field('name')} label={t`Name`} maxLength={limits.nameLength} required />
      <EmailField
        field={form.field('email')}
        autoComplete="off"
        hint={user.isConfirmed ? t`Confirmed by its owner` : t`Not confirmed by its owner`}
        required
      />
      {mayGiveRights && <CheckboxField field={form.field('isAdmin')} label={t`Is Admin`} />}
      {mayGiveRights && form.values.isAdmin && (
        <Box ps="8">
          <RightCheckboxes form={form} rights={offered} hints={rightHints} />
        </Box>
      )}
      {dropsOwnRights && (
        <Notice kind="warning">{t`This is your own account: without the tick you lose its screens at once.`}</Notice>
      )}
    </DialogForm>
  )
}
