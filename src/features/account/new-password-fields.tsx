import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { TextField } from '../../ui/field.tsx'
import type { FormHandle } from '../../ui/form-types.ts'

/** The fields of an account as its owner types them. */
export type AccountField = 'name' | 'email' | 'password' | 'confirm'

interface NewPasswordFieldsProps {
  form: FormHandle<AccountField>
  hint: string
  required?: boolean
}

/** A new password and the same once more. */
export function NewPasswordFields({ form, hint, required = false }: NewPasswordFieldsProps) {
  const { t } = useLingui()
  const shared = { form, type: 'password', autoComplete: 'new-password', maxLength: limits.passwordMax, required }
  return (
    <>
      <TextField {...shared} name="password" label={t`Password`} hint={hint} />
      <TextField {...shared} name="confirm" label={t`Confirm Password`} />
    </>
  )
}
