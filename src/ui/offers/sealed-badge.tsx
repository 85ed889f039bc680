import { Badge } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'

export function SealedBadge() {
  return (
    <Badge colorPalette="red">
      <Trans comment="badge of an accepted request that the shop has removed; a copy for reading stays">
        Removed by the shop
      </Trans>
    </Badge>
  )
}
