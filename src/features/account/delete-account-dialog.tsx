import { Button, Stack } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Session } from '../../data/rows.ts'
import { leaveForGood } from '../../data/session/sign-out.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { FormDialog, preloadDialogs } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'

// the dialog's code is fetched with the profile
void preloadDialogs()

/** Explains what a deletion means, and deletes the account once the password is entered. */
export function DeleteAccountDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const form = useForm({
    name: 'delete-account',
    initial: { password: '' },
    secret: ['password'],
    check: ({ password }) => ({ password: password ? undefined : msg`Please enter your password` }),
    submit: async ({ password }) => {
      const reply = await deps.api.call('deleteOwnAccount', { body: { password } })
      if (!reply.ok) return reply.refusal
      // before the session ends, so that a guard does not redirect to the login (see use-logout)
      router.history.push('/')
      await leaveForGood(deps, session)
      toast({ title: t`Your account was deleted.`, kind: 'success' })
      return 'done'
    },
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
        <p>
          <Trans>What waits on this device to be sent is discarded. This cannot be undone.</Trans>
        </p>
      </Stack>
      <Form form={form}>
        <PasswordField field={form.field('password')} label={t`Password`} autoComplete="current-password" required />
        <FormFailure form={form} />
        <Button type="submit" variant="solid" colorPalette="red" justifySelf={{ sm: 'start' }} loading={form.busy}>
          <Trans>Delete my account</Trans>
        </Button>
      </Form>
    </FormDialog>
  )
}
