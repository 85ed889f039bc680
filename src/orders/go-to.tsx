import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../ui/icon.tsx'

/** Focuses a part of an order's screen, as after a navigation: the offer, the shipment, or the card that says where the request stands. */
export function goTo(part: 'our-offer' | 'shipment' | 'deal'): void {
  const heading = document.getElementById(part)
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Focuses the message field at the end of the screen. */
function goToMessage(): void {
  document.querySelector<HTMLElement>('[aria-labelledby=thread] textarea')?.focus()
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
