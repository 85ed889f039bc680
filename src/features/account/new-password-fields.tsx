import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { PasswordField } from '../../ui/forms/password-field.tsx'

/** The fields of an account as its owner types them. */
export type AccountField = 'name' | 'email' | 'password' | 'confirm'

interface NewPasswordFieldsProps {
  form: FormHandle<'password' | 'confirm'>
  hint: string
  required?: boolean
}

/** A new password and the same once more. */
export function NewPasswordFields({ form, hint, required = false }: NewPasswordFieldsProps) {
  const { t } = useLingui()
  const shared = { form, autoComplete: 'new-password', maxLength: limits.passwordMax, required } as const
  return (
    <>
      <PasswordField {...shared} name="password" label={t`Password`} hint={hint} />
      <PasswordField {...shared} name="confirm" label={t`Confirm Password`} />
    </>
  )
}
