import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { getCatalogueState } from '../catalogue/store.ts'
import { useAway } from '../ui/connection.ts'
import { Time } from '../ui/dates.tsx'
import { useDeps } from '../ui/deps.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const loadBar = () => import('../ui/bar.tsx').then(({ Bar }) => Bar)
const Bar = lazyPart(loadBar, ({ children }) => <p>{children}</p>)

/** Quiet lines at the lower edge of what is seen, and at the end of the page: they come and go without moving anything. */
export function Bars() {
  return (
    <div id="bars" style={{ position: 'sticky', bottom: 0, zIndex: 15 }}>
      <ConnectionBar />
      <StorageBar />
    </div>
  )
}

/** Says that there is no connection; it blocks nothing. Screen readers hear what comes into the status once. */
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
  // the opening that began at the start continues by itself
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
