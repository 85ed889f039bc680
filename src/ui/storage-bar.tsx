import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useDeps } from './deps.tsx'
import './connection-bar.css'

/** Says that the device keeps nothing, or that another tab holds what it has kept. */
export function StorageBar() {
  const { db, storage } = useDeps()
  const [freed, setFreed] = useState(false)
  useEffect(() => {
    if (storage !== 'blocked') return
    let here = true
    // the opening that was begun at the start goes on by itself
    db.open().then(
      () => here && setFreed(true),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [db, storage])
  const said = storage === 'memory' || (storage === 'blocked' && !freed)
  return (
    <div role="status">
      {said && (
        <p className="connection-bar">
          {storage === 'memory' ? (
            <Trans>
              This browser keeps nothing: cart, drafts and unsent requests are gone when this page is closed.
            </Trans>
          ) : (
            <Trans>Another tab holds an older version of the shop. Close the other tabs, then this one goes on.</Trans>
          )}
        </p>
      )}
    </div>
  )
}
