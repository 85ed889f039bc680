import { Button, type ButtonProps } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

/** Opens the order of a row; the element with the id `order-ID` describes it. */
export function ViewOrderButton({ id }: { id: string }) {
  return (
    <Button asChild>
      <Link to="/order/$id" params={{ id }} aria-describedby={`order-${id}`}>
        <Trans comment="link at a row: opens the order">View</Trans>
      </Link>
    </Button>
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
