import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { isEmail } from '../../../contract/email.ts'
import { limits } from '../../../contract/limits.ts'
import type { AdminUser } from '../../../contract/users.ts'
import { getSession, putSession } from '../../data/session/session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { removeViewsOf } from '../../data/views.ts'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../ui/forms/checkbox-field.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { ResetLinkPart } from './reset-link-part.tsx'

interface UserDialogProps {
  user: AdminUser
  /** whether it is the administrator's own account */
  isOwn: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

export function UserDialog({ user, isOwn, onClose, onSaved }: UserDialogProps) {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const router = useRouter()
  const form = useForm({
    name: `user-${user._id}`,
    initial: { name: user.name, email: user.email, isAdmin: user.isAdmin ? 'true' : '' },
    // a forgotten draft must never grant rights later
    secret: ['isAdmin'],
    check: (values) => ({
      name: values.name.trim() ? undefined : msg`Please enter a name.`,
      email: isEmail(values.email) ? undefined : msg`Please enter a valid email address.`,
    }),
    submit: async (values) => {
      const body = {
        _id: user._id,
        name: values.name.trim(),
        email: values.email.trim(),
        isAdmin: values.isAdmin === 'true',
      }
      const reply = await api.call('updateUser', { params: { id: user._id }, body })
      if (!reply.ok) return reply.refusal
      toast({ title: t`The user was saved.`, kind: 'success' })
      const { name, email, isAdmin } = reply.body
      const session = await getSession(db)
      const ownSession = session?.userId === user._id ? session : undefined
      if (ownSession) await putSession(db, { ...ownSession, name, email, isAdmin })
      if (ownSession && !isAdmin) {
        // off the admin screens, as their guard does; the data that they saved is removed
        onClose()
        const redirect = router.state.location.href
        await router.navigate({ to: '/login', search: { redirect }, replace: true })
        await removeViewsOf(db, user._id)
        return 'done'
      }
      await onSaved()
      onClose()
      return 'done'
    },
  })
  const close = () => {
    form.giveUp()
    onClose()
  }
  const dropsOwnRights = isOwn && user.isAdmin && form.values.isAdmin !== 'true'
  return (
    <FormDialog open onClose={close} title={t`Edit user`}>
      <Form form={form}>
        <TextField form={form} name="name" label={t`Name`} maxLength={limits.nameLength} required />
        <EmailField
          form={form}
          name="email"
          autoComplete="off"
          hint={user.isConfirmed ? t`Confirmed by its owner` : t`Not confirmed by its owner`}
          required
        />
        <CheckboxField form={form} name="isAdmin" label={t`Is Admin`} />
        {dropsOwnRights && (
          <Notice kind="warning">
            <Trans>This is your own account: without the tick you lose these screens at once.</Trans>
          </Notice>
        )}
        <FormFailure form={form} />
        <SubmitButton form={form}>{t`Save Changes`}</SubmitButton>
      </Form>
      <ResetLinkPart userId={user._id} />
    </FormDialog>
  )
}
