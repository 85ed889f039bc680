import { Badge } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { timeParts } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'

export function SealedBadge() {
  return (
    <Badge colorPalette="red">
      <Trans comment="badge of an accepted request that the shop has removed; a copy for reading stays">
        Removed by the shop
      </Trans>
    </Badge>
  )
}

/** What stands on an accepted request that the shop has removed. `at`: when, ISO 8601. */
export function SealedNote({ at }: { at: string }) {
  const date = timeParts(at, useLocale())?.day ?? ''
  return <Trans>This request was removed by the shop on {date}. This is a copy for reading.</Trans>
}
