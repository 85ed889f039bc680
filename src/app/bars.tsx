import { Plural, Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import { usePasswordQuestion } from '../db/password-question.ts'
import { getCatalogueState } from '../db/products.ts'
import { hasEnded } from '../db/session.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { useAway } from '../sync/connection.ts'
import { acceptUpdate, postponeUpdate, updateReady } from '../sync/worker.ts'
import { Time } from '../ui/date-text.tsx'
import { barsEdge } from '../ui/feedback/bottom-edge.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { focusHeading } from './focus.ts'

const PasswordDialog = lazyPart(() => import('../account/password-dialog.tsx').then((part) => part.PasswordDialog))

export function Notices() {
  const onPassword = usePasswordQuestion()
  return (
    <>
      <Bars />
      <Toaster />
      {onPassword && <PasswordDialog onAnswer={onPassword} />}
    </>
  )
}

/** Status lines and the update prompt, at the bottom edge of the window. They appear without moving the content. */
function Bars() {
  return (
    <div id="bars" ref={barsEdge} style={{ position: 'sticky', bottom: 0, zIndex: 15 }}>
      <UpdatePrompt />
      <ConnectionBar />
      <SessionBar />
      <StorageBar />
    </div>
  )
}

/** A line that appears. The status is always mounted, so that screen readers announce its content. */
function Bar({ children }: { children: ReactNode }) {
  return <div role="status">{children && <p className="bar">{children}</p>}</div>
}

/** Says that there is no connection, and in words for screen readers that it is back. */
function ConnectionBar() {
  const { db, storage } = useDeps()
  const away = useAway()
  const [wasAway, setWasAway] = useState(away)
  if (away && !wasAway) setWasAway(true)
  // undefined until the database has answered
  const read = useLiveQuery(async () => ({ state: await getCatalogueState(db).catch(() => undefined) }), [db])
  const userId = useSession()?.userId ?? ''
  const rows = useLiveQuery(() => getOutboxOf(db, userId).catch(() => []), [db, userId]) ?? []
  const waiting = rows.filter(isPending).length
  const { complete, at = 0 } = read?.state ?? {}
  return (
    <div role="status">
      {!away && wasAway && (
        <span className="visually-hidden">
          <Trans>You are online again.</Trans>
        </span>
      )}
      {away && (read || storage === 'silent') && (
        <p className="bar">
          {complete && at > 0 ? (
            <Trans>
              You are offline. Showing the saved catalogue of <Time at={at} />.
            </Trans>
          ) : read ? (
            <Trans>You are offline. Nothing is saved on this device yet.</Trans>
          ) : (
            <Trans>You are offline.</Trans>
          )}
          {waiting > 0 && (
            <>
              {' '}
              <Link to="/offline">
                <Plural value={waiting} one="# thing waits to be sent" other="# things wait to be sent" />
              </Link>
            </>
          )}
        </p>
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
    <Bar>
      {isEnded && !away && !path.startsWith('/login') && (
        <Trans>
          Your session has ended. Unsent items, your cart and drafts are hidden until you log in again.{' '}
          <Link to="/login" search={{ redirect: path }}>
            Log in
          </Link>
        </Trans>
      )}
    </Bar>
  )
}

function StorageBar() {
  const { db, storage } = useDeps()
  // true once the database has opened after all
  const [isOpen, setOpen] = useState(db.isOpen())
  useEffect(() => void db.on('ready', () => setOpen(true)), [db])
  return (
    <Bar>
      {storage === 'memory' ? (
        <Trans>This browser saves nothing: cart, drafts and unsent requests are gone when this page is closed.</Trans>
      ) : storage === 'silent' && !isOpen ? (
        <>
          <Trans>
            The storage of this browser does not answer: nothing can be saved, and what is saved is not shown. Close
            other tabs of the shop, or reload this page.
          </Trans>{' '}
          <button type="button" className="button" onClick={() => location.reload()}>
            <Trans comment="Button: loads the page again">Reload the page</Trans>
          </button>
        </>
      ) : null}
    </Bar>
  )
}

function UpdatePrompt() {
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
