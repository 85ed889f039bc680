import { Button, Flex, Heading, Input, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { toast } from './feedback/toaster.tsx'
import { Panel } from './panel.tsx'

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
  const { t } = useLingui()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (secret) heading.current?.focus()
  }, [secret])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: t`Copied`, kind: 'success' })
    } catch {
      toast({ title: t`This could not be copied. Select it and copy it yourself.`, kind: 'error' })
    }
  }
  return (
    <Panel as="section" aria-labelledby={titleId} data-said="">
      <Heading as="h2" id={titleId} fontSize="xl" overflowWrap="anywhere" ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      <Text mt="2">{children}</Text>
      <Flex gap="2" wrap="wrap" mt="3">
        <Input
          readOnly
          flex="1 1 16rem"
          fontFamily="mono"
          aria-label={title}
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copy()}>
          <Trans comment="button: copies a link">Copy</Trans>
        </Button>
        <Button variant="outline" onClick={onDone}>
          <Trans comment="button: the secret was copied and need not be shown any more">I have it</Trans>
        </Button>
      </Flex>
    </Panel>
  )
}
