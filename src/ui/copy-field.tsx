import { Button, Flex, Input } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { toast } from './feedback/toaster.tsx'

interface CopyFieldProps {
  label: string
  value: string
  /** more buttons */
  children?: ReactNode
}

/** A text that cannot be changed, with a button that copies it. */
export function CopyField({ label, value, children }: CopyFieldProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // without TLS or permission
      field.current?.select()
      if (!document.execCommand('copy'))
        return toast({ title: t`This could not be copied. Select it and copy it yourself.`, kind: 'error' })
    }
    toast({ title: t`Copied`, kind: 'success' })
  }
  return (
    <Flex gap="2" wrap="wrap">
      <Input
        ref={field}
        readOnly
        flex="1 1 14rem"
        fontFamily="mono"
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>
        <Trans comment="button: copies a link">Copy</Trans>
      </Button>
      {children}
    </Flex>
  )
}
