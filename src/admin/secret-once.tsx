import { Button, Heading, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CopyField } from '../ui/copy-field.tsx'
import { focusStatus } from '../ui/feedback/status-message.tsx'
import { Panel } from '../ui/page.tsx'

/** Secrets that were just made. The first is shown until its button is pressed; the others wait for their turn. */
export function useSecrets<S extends { _id: string }>() {
  const [secrets, setSecrets] = useState<readonly S[]>([])
  return {
    shown: secrets[0],
    secrets,
    /** A newer secret of the same owner replaces the earlier one, and so do those that `isReplaced` names. */
    add: (made: S, isReplaced: (earlier: S) => boolean = () => false) =>
      setSecrets((now) => [...now.filter((each) => each._id !== made._id && !isReplaced(each)), made]),
    remove: (id: string) => setSecrets((now) => now.filter(({ _id }) => _id !== id)),
  }
}

export type Secrets<S extends { _id: string }> = ReturnType<typeof useSecrets<S>>

interface SecretOnceProps {
  title: string
  secret: string
  onDone: () => void
  children: ReactNode
}

/** A secret that is shown once. It stays until its button is pressed: Escape or a click beside it would lose it. */
export function SecretOnce({ title, secret, onDone, children }: SecretOnceProps) {
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
      <CopyField label={title} value={secret} style={{ fontFamily: 'var(--chakra-fonts-mono)' }}>
        <Button variant="outline" onClick={onDone}>
          <Trans comment="button: the secret was copied and need not be shown any more">I have it</Trans>
        </Button>
      </CopyField>
    </Panel>
  )
}
