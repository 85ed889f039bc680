import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MouseEventHandler } from 'react'
import { LinkButton } from '../ui/buttons.tsx'

/** Opens the order of a row; the element with the id `order-ID` ends its name. */
export function ViewOrderButton({ id }: { id: string }) {
  return (
    <LinkButton to="/order/$id" params={{ id }} id={`view-${id}`} aria-labelledby={`view-${id} order-${id}`}>
      <Trans comment="link at a row: opens the order">View</Trans>
    </LinkButton>
  )
}

interface RowButtonProps {
  /** what the row is about: buttons of two rows do not sound alike */
  name: string
  onClick: MouseEventHandler<HTMLButtonElement>
}

export function EditButton({ name, onClick }: RowButtonProps) {
  const { t } = useLingui()
  return (
    <Button aria-label={t`Edit ${name}`} onClick={onClick}>
      <Trans comment="button at a row">Edit</Trans>
    </Button>
  )
}

export function DeleteButton({ name, onClick }: RowButtonProps) {
  const { t } = useLingui()
  return (
    <Button colorPalette="red" aria-label={t`Delete ${name}`} onClick={onClick}>
      <Trans comment="button at a row">Delete</Trans>
    </Button>
  )
}
