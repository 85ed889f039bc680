import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput } from '../../contract/accounts.ts'
import { useDeps } from '../db/use-deps.tsx'
import { PasswordField } from '../forms/fields.tsx'
import { Form, outcomeOf, useForm } from '../forms/form.tsx'
import { FormDialog } from '../ui/dialogs/dialog.tsx'

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
    <FormDialog form={form} onClose={() => onAnswer(false)} title={t`Is it you?`}>
      <Text mb="5">
        <Trans>
          Please enter your password, in case somebody else is using your device. Then this continues by itself.
        </Trans>
      </Text>
      <Form form={form} submit={t`Continue`}>
        <PasswordField field={form.field('password')} label={t`Your password`} required />
      </Form>
    </FormDialog>
  )
}
