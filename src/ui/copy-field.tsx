import { Button, Flex, Input } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ title: t`Copied`, kind: 'success' }),
      () => toast({ title: t`This could not be copied. Select it and copy it yourself.`, kind: 'error' }),
    )
  return (
    <Flex gap="2" wrap="wrap">
      <Input
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
