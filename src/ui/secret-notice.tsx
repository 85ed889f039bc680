import { Button, Flex, Heading, Input, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { focusStatus } from './feedback/status-message.tsx'
import { toast } from './feedback/toaster.tsx'
import { Panel } from './page.tsx'

interface SecretNoticeProps {
  /** the name of the secret: heading and label */
  title: string
  secret: string
  onDone: () => void
  /** what the secret is for */
  children: ReactNode
}

/** A secret that is shown once. It stays until its button is pressed: Escape or a click beside it would lose it. */
export function SecretNotice({ title, secret, onDone, children }: SecretNoticeProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (secret) focusStatus(heading.current)
  }, [secret])
  return (
    <Panel as="section" aria-labelledby={titleId}>
      <Heading as="h2" id={titleId} fontSize="xl" overflowWrap="anywhere" ref={heading} tabIndex={-1} data-status>
        {title}
      </Heading>
      <Text mt="2" mb="3">
        {children}
      </Text>
      <CopyField label={title} value={secret}>
        <Button variant="outline" onClick={onDone}>
          <Trans comment="button: the secret was copied and need not be shown any more">I have it</Trans>
        </Button>
      </CopyField>
    </Panel>
  )
}

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
