import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { limits } from '../../contract/limits.ts'
import type { FormHandle, Messages } from '../forms/form-types.ts'
import { PasswordField } from '../forms/password-field.tsx'
import { TextField } from '../forms/text-field.tsx'

interface NewPassword {
  password: string
  confirm: string
}

/** The values of the profile. */
export interface AccountValues extends NewPassword {
  name: string
  email: string
}

/** The values of a new account. */
export interface NewAccountValues extends AccountValues {
  /** the version agreed to; 0 for none */
  terms: number
}

/** The name of an account. */
export function NameField({ form }: { form: FormHandle<{ name: string }> }) {
  const { t } = useLingui()
  const field = form.field('name')
  return <TextField field={field} label={t`Name`} autoComplete="name" maxLength={limits.nameLength} required />
}

/** A new password is entered twice (specification section 5, registration). */
export const checkNewPassword = ({ password, confirm }: NewPassword): Messages<NewPassword> => ({
  confirm: confirm === password ? undefined : msg`The "Password" and "Confirm Password" fields must match.`,
})

interface NewPasswordFieldsProps {
  form: FormHandle<NewPassword>
  /** where the password may stay as it is; else they are required */
  hint?: string
}

/** A new password and its confirmation. */
export function NewPasswordFields({ form, hint }: NewPasswordFieldsProps) {
  const { t } = useLingui()
  const shared = { autoComplete: 'new-password', required: hint === undefined } as const
  const least = plural(limits.passwordMin, { one: 'At least # character', other: 'At least # characters' })
  return (
    <>
      <PasswordField {...shared} field={form.field('password')} label={t`Password`} hint={hint ?? least} />
      <PasswordField {...shared} field={form.field('confirm')} label={t`Confirm Password`} />
    </>
  )
}
