import { Trans } from '@lingui/react/macro'
import type { OutboxState } from '../../db/rows.ts'

/** The state in the words that all screens use for it. */
export function EntryState({ state }: { state: OutboxState }) {
  switch (state) {
    case 'queued':
      return (
        <span className="badge badge-warn">
          <Trans>Waiting for a connection</Trans>
        </span>
      )
    case 'sending':
      return (
        <span className="badge">
          <Trans>Being sent</Trans>
        </span>
      )
    case 'waiting-login':
      return (
        <span className="badge badge-warn">
          <Trans>Waiting for you to log in</Trans>
        </span>
      )
    case 'attention':
      return (
        <span className="badge badge-danger">
          <Trans>Needs your attention</Trans>
        </span>
      )
    case 'done':
      return (
        <span className="badge badge-ok">
          <Trans>Sent</Trans>
        </span>
      )
  }
}
