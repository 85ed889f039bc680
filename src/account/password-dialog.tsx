import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput } from '../../contract/accounts.ts'
import { useDeps } from '../db/use-deps.tsx'
import { DialogForm } from '../forms/dialog-form.tsx'
import { PasswordField } from '../forms/fields.tsx'
import { outcomeOf, useForm } from '../forms/form.tsx'

/** Asks for the password where the server wants it for something that was just begun, which then goes on. */
export function PasswordDialog({ onAnswer }: { onAnswer: (isTyped: boolean) => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const form = useForm({
    name: 'typed-password',
    initial: { password: '' },
    secret: ['password'],
    schema: PasswordInput,
    submit: (body) => outcomeOf(api.call('typePassword', { body }), () => onAnswer(true)),
  })
  return (
    <DialogForm form={{ ...form, onClose: () => onAnswer(false) }} title={t`Is it you?`} submit={t`Continue`}>
      <p>
        <Trans>
          Please enter your password, in case somebody else is using your device. Then this continues by itself.
        </Trans>
      </p>
      <PasswordField field={form.field('password')} label={t`Your password`} required />
    </DialogForm>
  )
}
