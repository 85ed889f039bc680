import { Badge } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { OutboxState } from '../db/rows.ts'

const badges: Record<OutboxState, { palette: string; text: MessageDescriptor }> = {
  queued: { palette: 'orange', text: msg`Waiting for a connection` },
  sending: { palette: 'blue', text: msg`Being sent` },
  'waiting-login': { palette: 'orange', text: msg`Log in to send` },
  attention: { palette: 'red', text: msg`Needs your attention` },
  done: { palette: 'green', text: msg`Sent` },
}

/** The state of an outbox entry as a badge. */
export function EntryState({ state }: { state: OutboxState }) {
  const { i18n } = useLingui()
  const { palette, text } = badges[state]
  return <Badge colorPalette={palette}>{i18n._(text)}</Badge>
}
