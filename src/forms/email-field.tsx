import { useLingui } from '@lingui/react/macro'
import { limits } from '../../contract/limits.ts'
import type { FieldProps } from './field.tsx'
import { TextField } from './text-field.tsx'

type EmailFieldProps = Omit<FieldProps, 'label'> & { autoComplete?: 'email' | 'username' | 'off' }

/** An e-mail field: with the right keyboard, without automatic capitals. */
export function EmailField({ autoComplete = 'email', ...props }: EmailFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      {...props}
      label={t({ message: 'Email', comment: 'label of a field' })}
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      maxLength={limits.emailLength}
    />
  )
}
