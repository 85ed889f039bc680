import { Badge } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'

/** Marks what waits on this device. */
export function UnsentBadge() {
  return (
    <Badge colorPalette="orange">
      <Trans comment="badge of a message or answer that waits on this device">not sent yet</Trans>
    </Badge>
  )
}
