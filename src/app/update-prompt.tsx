import { Trans } from '@lingui/react/macro'
import { type FocusEvent, useRef, useSyncExternalStore } from 'react'
import { acceptUpdate, postponeUpdate, updateReady } from '../sync/worker-client.ts'
import { focusHeading } from './focus.ts'

/** Offers a new version. The page reloads only when the person accepts. */
export function UpdatePrompt() {
  const ready = useSyncExternalStore(updateReady.subscribe, updateReady.get)
  const before = useRef<Element>(null)
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }
  const onLater = () => {
    postponeUpdate()
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    else focusHeading()
  }
  return (
    <div role="status" onFocus={onFocus}>
      {ready && (
        <div className="bar update-offer">
          <p>
            <Trans>A new version is ready</Trans>
          </p>
          {/* Later is last: a finger on its way to a button at the end of the row above does not reload */}
          <div className="row">
            <button type="button" className="button button-sun" onClick={() => void acceptUpdate()}>
              <Trans comment="Button: loads the new version of the app">Reload</Trans>
            </button>
            <button type="button" className="button" onClick={onLater}>
              <Trans comment="Button: does not load the new version of the app now">Later</Trans>
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
