import { Button, Heading, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CopyField } from './copy-field.tsx'
import { focusSaid } from './feedback/said.tsx'
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
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (secret) focusSaid(heading.current)
  }, [secret])
  return (
    <Panel as="section" aria-labelledby={titleId}>
      <Heading as="h2" id={titleId} fontSize="xl" overflowWrap="anywhere" ref={heading} tabIndex={-1} data-said>
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
