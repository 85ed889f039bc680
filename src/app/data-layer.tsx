import { Plural, Trans } from '@lingui/react/macro'
import { Link, useHydrated, useRouterState } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ShopSettings } from '../../contract/shop.ts'
import { apiFetch, createApi } from '../api/api-client.ts'
import { withEmbeddedAnswers } from '../catalogue/embedded-answers.ts'
import { moveLegacyStorage } from '../db/legacy-storage.ts'
import { openDatabase } from '../db/open.ts'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import { askPassword, usePasswordQuestion } from '../db/password-question.ts'
import { getCatalogueState } from '../db/products.ts'
import { getSavedShop } from '../db/pull-shop.ts'
import type { Session } from '../db/rows.ts'
import { adoptUserInfo, assumeUserInfo, expireSession, getSession, getToken, hasEnded } from '../db/session.ts'
import { CartContext, type Deps, useCart, useDeps } from '../db/use-deps.tsx'
import { useUnopenedCount } from '../db/use-orders.ts'
import { SessionContext, useSession } from '../db/use-session.ts'
import { ShopContext } from '../db/use-shop.ts'
import { cacheNames } from '../lib/cache-names.ts'
import { systemClock } from '../lib/device-clock.ts'
import { isAway, useAway } from '../sync/connection.ts'
import { newsOf } from '../sync/order-news.ts'
import { createOrderPulls } from '../sync/order-pulls.ts'
import { createSync } from '../sync/sync.ts'
import { watchTriggers } from '../sync/triggers.ts'
import { watchedFetch } from '../sync/watch-connection.ts'
import { Time } from '../ui/date-text.tsx'
import { barsEdge } from '../ui/feedback/bottom-edge.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { latePart, lazyPart } from '../ui/loading/late-part.tsx'
import { wantsMotion } from '../ui/motion/wants-motion.ts'
import { startBackground } from './background.ts'
import { CartLink } from './header.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

const loadBar = () => import('../ui/feedback/bar.tsx').then(({ Bar }) => Bar)
const Bar = lazyPart(loadBar, { Plain: ({ children }) => <p>{children}</p> })

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

/** Says that there is no connection, and in words for screen readers that it is back. The status is always mounted, so that screen readers announce its content. */
function ConnectionBar() {
  const { db, storage } = useDeps()
  const away = useAway()
  const [wasAway, setWasAway] = useState(away)
  if (away && !wasAway) setWasAway(true)
  // undefined until the database has answered
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
      {away && (read || storage === 'silent') && (
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
            Your session has ended. Unsent items, your cart and drafts are hidden until you log in again.{' '}
            <Link to="/login" search={{ redirect: path }}>
              Log in
            </Link>
          </Trans>
        </Bar>
      )}
    </div>
  )
}

/** Says that nothing is saved on the device, or that its storage does not answer. */
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
          ) : (
            <>
              <Trans>
                The storage of this browser does not answer: nothing can be saved, and what is saved is not shown. Close
                other tabs of the shop, or reload this page.
              </Trans>{' '}
              <button type="button" className="button" onClick={() => location.reload()}>
                <Trans comment="Button: loads the page again">Reload the page</Trans>
              </button>
            </>
          )}
        </Bar>
      )}
    </div>
  )
}

interface Made {
  deps: Deps
  /** the session when the page opens */
  session: Session | undefined
  /** the settings of the shop that are saved on this device */
  shop: ShopSettings | undefined
}

const isVisible = () => document.visibilityState === 'visible'

/** Opens the database, moves older storage into it, and connects client, clock and outbox to it. */
export async function makeDeps(): Promise<Made> {
  const { db, storage } = await openDatabase()
  const clock = systemClock
  const api = createApi({
    baseUrl: import.meta.env.VITE_API_URL ?? '',
    token: () => getToken(db),
    fetch: watchedFetch(withEmbeddedAnswers(apiFetch)),
    onUnauthorised: (token, code) => void expireSession(db, token, code).catch(() => undefined),
    onPasswordNeeded: askPassword,
    onAnswer: () => sync.wake('contact'),
  })
  const sync = createSync({
    db,
    api,
    clock,
    locks: navigator.locks,
    visible: isVisible,
    mayBeAway: () => isAway() || !navigator.onLine,
    freeSpace,
  })
  const orderPulls = createOrderPulls({ db, api, clock, visible: isVisible })
  const deps: Deps = { db, api, sync, orderPulls, clock, useLiveQuery, storage }
  const migrate = async () => {
    // the shop opens even if the database fails
    const session = await adoptUserInfo(db).catch(() => undefined)
    // on a full disk the data moves at a later start
    await moveLegacyStorage(db, clock.now(), storage).catch(() => undefined)
    const shop = await getSavedShop(db).catch(() => undefined)
    return { deps, session, shop }
  }
  if (db.isOpen() || storage === 'memory') return migrate()
  // the shop opens without waiting for the database, also when that is opened anew
  db.on('ready', () => void migrate())
  return { deps, session: assumeUserInfo(db), shop: undefined }
}

/** Deletes the cached pictures, so that a full disk has room for what users write. */
export async function freeSpace(): Promise<void> {
  if (!('caches' in globalThis)) return
  await Promise.all([cacheNames.seen, cacheNames.saved].map((name) => caches.delete(name)))
}

const PasswordDialog = latePart(() => import('../account/password-dialog.tsx').then((part) => part.PasswordDialog))

/** Notices beside the screens: connection, new versions, toasts, and the question for the password. */
function Notices() {
  const onPassword = usePasswordQuestion()
  return (
    <>
      <Bars />
      <Toaster />
      {onPassword && <PasswordDialog onAnswer={onPassword} />}
    </>
  )
}

/** Provides the lines of the cart from the database. */
function CartProvider({ children }: { children: ReactNode }) {
  const { db } = useDeps()
  const cart = useLiveQuery(
    () =>
      db.cart.toArray().then(
        (lines) => new Map(lines.map((line) => [line.fishe, line])),
        () => undefined,
      ),
    [db],
  )
  return <CartContext value={cart}>{children}</CartContext>
}

/** The cart link with the number of lines in the cart. */
function CartCount() {
  const count = useCart()?.size
  const badge = useRef<HTMLSpanElement>(null)
  const previous = useRef(count)
  useEffect(() => {
    // no animation for the count that is read when the page opens
    if (previous.current !== undefined && previous.current !== count) pop(badge.current)
    previous.current = count
  }, [count])
  return <CartLink count={count ?? 0} badge={badge} />
}

/**
 * Provides the session from the database. `initial` was read before the first render. The server renders the page of a
 * visitor, so there is no session during hydration.
 */
function SessionProvider({ initial, children }: { initial: Session | undefined; children: ReactNode }) {
  const { db } = useDeps()
  const live = useLiveQuery(
    () =>
      getSession(db).then(
        (session) => ({ session }),
        // without a database the initial session is valid for this visit
        () => undefined,
      ),
    [db],
  )
  const session = live ? live.session : initial
  const isHydrated = useHydrated()
  return <SessionContext value={isHydrated ? session : undefined}>{children}</SessionContext>
}

/**
 * Provides the settings of the shop from the database. `initial` came with the page, without the text about the shop,
 * and may be newer than the saved settings.
 */
function ShopProvider({ initial, children }: { initial: ShopSettings; children: ReactNode }) {
  const { db } = useDeps()
  const saved = useLiveQuery(() => getSavedShop(db).catch(() => undefined), [db])
  const isNewer = saved !== undefined && saved.version >= initial.version
  const shop = useMemo(
    () => (isNewer ? saved : { ...initial, ...(saved && { about: saved.about }) }),
    [isNewer, saved, initial],
  )
  return <ShopContext value={shop}>{children}</ShopContext>
}

/** Passes to its child the number of requests with an unread answer, and whether a toast or a mark has told of one. */
function Unopened({ children }: { children: (count: number, isTold: boolean) => ReactNode }) {
  const { clock, orderPulls } = useDeps()
  const [start] = useState(() => clock.now())
  const [isTold, setTold] = useState(false)
  useEffect(
    () => orderPulls.onNews((brought) => newsOf(brought, start).length > 0 && setTold(true)),
    [orderPulls, start],
  )
  return children(useUnopenedCount() ?? 0, isTold)
}

/** Everything that needs the database: one chunk, loaded in parallel with the shell. */
export const dataLayer = {
  makeDeps,
  Notices,
  CartProvider,
  CartCount,
  SessionProvider,
  ShopProvider,
  Unopened,
  startBackground,
  watchTriggers,
}

export type DataLayer = typeof dataLayer

/** Makes an element pop up briefly. The smallest part of framer-motion does it, fetched at the first call. */
function pop(element: Element | null): void {
  if (!element || !wantsMotion()) return
  import('framer-motion/dom/mini').then(
    ({ animate }) => animate(element, { transform: ['scale(0.4)', 'scale(1)'] }, { duration: 0.3, ease: 'easeOut' }),
    () => undefined,
  )
}
