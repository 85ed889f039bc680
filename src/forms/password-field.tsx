import { IconButton, Input, InputGroup } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { Icon } from '../ui/icon.tsx'
import { controlProps, FieldFrame, type FieldProps } from './field.tsx'

type PasswordFieldProps = FieldProps & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button that reveals the password. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const { field, label, autoComplete } = props
  return (
    <FieldFrame {...props}>
      <InputGroup
        endElementProps={{ px: '0' }}
        endElement={
          <IconButton
            variant="ghost"
            aria-label={`${shown ? t`Hide what is typed` : t`Show what is typed`}, ${label}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </IconButton>
        }
      >
        <Input
          {...controlProps(props)}
          value={field.value}
          autoComplete={autoComplete}
          maxLength={limits.passwordMax}
          pe="12"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => field.set(event.target.value)}
        />
      </InputGroup>
    </FieldFrame>
  )
}
