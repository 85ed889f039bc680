import { Badge } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { OutboxState } from '../db/rows.ts'

/** The state in the words that all screens use for it. */
export function EntryState({ state }: { state: OutboxState }) {
  switch (state) {
    case 'queued':
      return (
        <Badge colorPalette="orange">
          <Trans>Waiting for a connection</Trans>
        </Badge>
      )
    case 'sending':
      return (
        <Badge colorPalette="blue">
          <Trans>Being sent</Trans>
        </Badge>
      )
    case 'waiting-login':
      return (
        <Badge colorPalette="orange">
          <Trans>Waiting for you to log in</Trans>
        </Badge>
      )
    case 'attention':
      return (
        <Badge colorPalette="red">
          <Trans>Needs your attention</Trans>
        </Badge>
      )
    case 'done':
      return (
        <Badge colorPalette="green">
          <Trans>Sent</Trans>
        </Badge>
      )
  }
}
