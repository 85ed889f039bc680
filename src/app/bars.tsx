import { Plural, Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { UpdatePrompt } from '../background/update-prompt.tsx'
import { getCatalogueState } from '../data/catalogue/store.ts'
import { getOutboxOf, isPending } from '../data/outbox/outbox-rows.ts'
import { hasEnded } from '../data/session/session.ts'
import { useSession } from '../data/session/use-session.ts'
import { useDeps } from '../data/use-deps.tsx'
import { useAway } from '../lib/connection.ts'
import { Time } from '../ui/dates.tsx'
import { barsEdge } from '../ui/feedback/bottom-edge.ts'
import { lazyPart } from '../ui/loading/late-part.tsx'

const loadBar = () => import('../ui/feedback/bar.tsx').then(({ Bar }) => Bar)
const Bar = lazyPart(loadBar, { Plain: ({ children }) => <p>{children}</p> })

/** Status lines and the update prompt, at the bottom edge of the window. They appear without moving the content. */
export function Bars() {
  return (
    <div id="bars" ref={barsEdge} style={{ position: 'sticky', bottom: 0, zIndex: 15 }}>
      <UpdatePrompt />
      <ConnectionBar />
      <SessionBar />
      <StorageBar />
    </div>
  )
}

/** Says that there is no connection, and in words for screen readers that it is back. The status is always mounted, so that screen readers announce its content. */
function ConnectionBar() {
  const { db, storage } = useDeps()
  const away = useAway()
  const [wasAway, setWasAway] = useState(away)
  if (away && !wasAway) setWasAway(true)
  // undefined until the database has answered, which a blocked one does not
  const read = useLiveQuery(
    () =>
      getCatalogueState(db).then(
        (state) => ({ state }),
        () => ({ state: undefined }),
      ),
    [db],
  )
  const userId = useSession()?.userId ?? ''
  const waiting = useLiveQuery(
    () =>
      getOutboxOf(db, userId).then(
        (rows) => rows.filter(isPending).length,
        () => 0,
      ),
    [db, userId],
  )
  const { complete, at: savedAt = 0 } = read?.state ?? {}
  const at = complete && savedAt > 0 ? savedAt : undefined
  return (
    <div role="status">
      {!away && wasAway && (
        <span className="visually-hidden">
          <Trans>You are online again.</Trans>
        </span>
      )}
      {away && (read || storage === 'blocked' || storage === 'silent') && (
        <Bar>
          {at !== undefined ? (
            <Trans>
              You are offline. Showing the saved catalogue of <Time at={at} />.
            </Trans>
          ) : read ? (
            <Trans>You are offline. Nothing is saved on this device yet.</Trans>
          ) : (
            <Trans>You are offline.</Trans>
          )}
          {waiting ? (
            <>
              {' '}
              <Link to="/offline">
                <Plural value={waiting} one="# thing waits to be sent" other="# things wait to be sent" />
              </Link>
            </>
          ) : null}
        </Bar>
      )}
    </div>
  )
}

/** Says that the server has ended the session: what is the user's is hidden until the next login. */
function SessionBar() {
  const { db } = useDeps()
  const isEnded = useLiveQuery(() => hasEnded(db).catch(() => false), [db])
  const away = useAway()
  const path = useRouterState({ select: ({ location }) => location.href })
  return (
    <div role="status">
      {isEnded && !away && !path.startsWith('/login') && (
        <Bar>
          <Trans>
            Your login has ended. What waits to be sent, your cart and drafts are hidden until you log in again.{' '}
            <Link to="/login" search={{ redirect: path }}>
              Log in
            </Link>
          </Trans>
        </Bar>
      )}
    </div>
  )
}

/** Says that nothing is saved on the device, that another tab blocks the database, or that it does not answer. */
function StorageBar() {
  const { db, storage } = useDeps()
  // true once the database has opened after all
  const [isOpen, setOpen] = useState(db.isOpen())
  useEffect(() => void db.on('ready', () => setOpen(true)), [db])
  return (
    <div role="status">
      {(storage === 'memory' || (storage !== 'disk' && !isOpen)) && (
        <Bar>
          {storage === 'memory' ? (
            <Trans>
              This browser saves nothing: cart, drafts and unsent requests are gone when this page is closed.
            </Trans>
          ) : storage === 'silent' ? (
            <>
              <Trans>
                The storage of this browser does not answer: nothing can be saved, and what is saved is not shown.
              </Trans>{' '}
              <button type="button" className="button" onClick={() => location.reload()}>
                <Trans comment="Button: loads the page again">Reload the page</Trans>
              </button>
            </>
          ) : (
            <Trans>Another tab holds an older version of the shop. Close the other tabs, then this one goes on.</Trans>
          )}
        </Bar>
      )}
    </div>
  )
}
