import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { acceptUpdate, update } from './worker-client.ts'
import './update-prompt.css'

/** Offers a new version and waits: nothing reloads by itself. */
export function UpdatePrompt() {
  const ready = useSyncExternalStore(update.subscribe, update.isReady)
  return (
    <div role="status">
      {ready && (
        <div className="update-prompt">
          <p>
            <Trans>A new version is ready</Trans>
          </p>
          <button type="button" className="button button-primary" onClick={() => void acceptUpdate()}>
            <Trans comment="Button: loads the new version of the app">Reload</Trans>
          </button>
        </div>
      )}
    </div>
  )
}
