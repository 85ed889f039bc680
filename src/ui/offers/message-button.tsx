import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../icon.tsx'
import { goToMessage } from './go-to.ts'

/** Leads to the form for a message, below. */
export function MessageButton() {
  return (
    <Button onClick={goToMessage}>
      <Icon name="chat" />
      <Trans>Write a message</Trans>
    </Button>
  )
}
