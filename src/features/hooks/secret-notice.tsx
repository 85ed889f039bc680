import { Button, Flex, Heading, Input, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { toast } from '../../ui/feedback/toaster.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The secret of a webhook, shown once. It stays until its button is pressed: Escape or a click beside it would lose it. */
export function SecretNotice({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (secret) heading.current?.focus()
  }, [secret])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: t`The secret was copied.`, kind: 'success' })
    } catch {
      toast({ title: t`The secret could not be copied. Select it and copy it yourself.`, kind: 'error' })
    }
  }
  return (
    <Panel as="section" aria-labelledby="webhook-secret" data-said="">
      <Heading as="h2" id="webhook-secret" fontSize="xl" ref={heading} tabIndex={-1}>
        <Trans>Secret of the webhook</Trans>
      </Heading>
      <Text mt="2">
        <Trans>
          It is shown only now. Your program needs it to check that an event comes from this shop. Keep it like a
          password.
        </Trans>
      </Text>
      <Flex gap="2" wrap="wrap" mt="3">
        <Input
          readOnly
          flex="1 1 16rem"
          fontFamily="mono"
          aria-label={t`Secret of the webhook`}
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
