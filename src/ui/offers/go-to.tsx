import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../icon.tsx'

/** Focuses the heading of the offer on the same screen, as after a navigation. */
export function goToOffer(): void {
  const heading = document.getElementById('our-offer')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Focuses the message field at the end of the screen. */
export function goToMessage(): void {
  document.querySelector<HTMLElement>('[aria-labelledby=thread] textarea')?.focus()
}

/** Focuses the card that says where the request stands, with its buttons. */
export function goToDeal(): void {
  const card = document.getElementById('deal')
  card?.setAttribute('tabindex', '-1')
  card?.focus()
}

/** Leads to the form for a message, below. */
export function MessageButton() {
  return (
    <Button onClick={goToMessage}>
      <Icon name="chat" />
      <Trans>Write a message</Trans>
    </Button>
  )
}
