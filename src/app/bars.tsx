import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { getCatalogueState } from '../catalogue/store.ts'
import { useAway } from '../ui/connection.ts'
import { Time } from '../ui/dates.tsx'
import { useDeps } from '../ui/deps.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const loadBar = () => import('../ui/bar.tsx').then(({ Bar }) => Bar)
const Bar = lazyPart(loadBar, ({ children }) => <p>{children}</p>)

/** Status lines that stick to the bottom of the window. They appear without moving the content. */
export function Bars() {
  return (
    <div id="bars" style={{ position: 'sticky', bottom: 0, zIndex: 15 }}>
      <ConnectionBar />
      <StorageBar />
    </div>
  )
}

/** Says that there is no connection. The status is always mounted, so that screen readers announce its content. */
function ConnectionBar() {
  const { db } = useDeps()
  const away = useAway()
  const state = useLiveQuery(() => getCatalogueState(db).catch(() => undefined), [db])
  const at = state?.complete && state.at > 0 ? state.at : undefined
  return (
    <div role="status">
      {away && (
        <Bar>
          {at === undefined ? (
            <Trans>You are offline. Nothing is saved on this device yet.</Trans>
          ) : (
            <Trans>
              You are offline. Showing the saved catalogue of <Time at={at} />.
            </Trans>
          )}
        </Bar>
      )}
    </div>
  )
}

/** Says that nothing is saved on the device, or that another tab blocks the database. */
function StorageBar() {
  const { db, storage } = useDeps()
  // true once the blocked database has opened after all
  const isOpen = useLiveQuery(
    () =>
      db.cart
        .count()
        .then(() => true)
        .catch(() => false),
    [db],
  )
  return (
    <div role="status">
      {(storage === 'memory' || (storage === 'blocked' && !isOpen)) && (
        <Bar>
          {storage === 'memory' ? (
            <Trans>
              This browser saves nothing: cart, drafts and unsent requests are gone when this page is closed.
            </Trans>
          ) : (
            <Trans>Another tab holds an older version of the shop. Close the other tabs, then this one goes on.</Trans>
          )}
        </Bar>
      )}
    </div>
  )
}
