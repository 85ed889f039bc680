import { Button, type ButtonProps } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '../../ui/buttons.tsx'

/** Opens the order of a row; the element with the id `order-ID` ends its name. */
export function ViewOrderButton({ id }: { id: string }) {
  return (
    <LinkButton to="/order/$id" params={{ id }} id={`view-${id}`} aria-labelledby={`view-${id} order-${id}`}>
      <Trans comment="link at a row: opens the order">View</Trans>
    </LinkButton>
  )
}

export function EditButton(props: ButtonProps) {
  return (
    <Button {...props}>
      <Trans comment="button at a row">Edit</Trans>
    </Button>
  )
}

export function DeleteButton(props: ButtonProps) {
  return (
    <Button colorPalette="red" {...props}>
      <Trans comment="button at a row">Delete</Trans>
    </Button>
  )
}
