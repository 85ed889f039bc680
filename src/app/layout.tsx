import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ClientOnly, Link, type LinkProps, Outlet, useRouterState } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type FocusEvent, Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { legalPages, textIn } from '../../contract/shop.ts'
import { useLogout } from '../account/use-logout.tsx'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import { usePasswordQuestion } from '../db/password-question.ts'
import { getCatalogueState } from '../db/products.ts'
import type { Session } from '../db/rows.ts'
import { hasEnded } from '../db/session.ts'
import { useDeps, useSession, useShop } from '../db/use-deps.tsx'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useAway } from '../sync/connection.ts'
import { acceptUpdate, postponeUpdate, updateReady } from '../sync/worker.ts'
import { Time } from '../ui/date-text.tsx'
import { barsEdge } from '../ui/feedback/bottom-edge.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { AddressTitle, ChatWithUs, hasAddress, ShopAddress } from '../ui/shop-address.tsx'
import { focusHeading } from './focus.ts'
import { Header } from './header.tsx'

export function Footer() {
  const { t, i18n } = useLingui()
  const shop = useShop()
  const locale = useLocale()
  const own = [shop.footerText, shop.answerPromise]
    .map((text) => textIn(text, locale))
    .filter(Boolean)
    .join(' ')
  const link = (to: LinkProps, label: string) => (
    <li>
      <Link {...to}>{label}</Link>
    </li>
  )
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <h2>{shop.name}</h2>
          {own && <p>{own}</p>}
          <ChatWithUs />
        </div>
        {hasAddress(shop) && (
          <div>
            <h2>
              <AddressTitle />
            </h2>
            <ShopAddress />
          </div>
        )}
        <nav aria-label={t`More`}>
          <h2>{t`Shop`}</h2>
          <ul className="footer-links">
            {link({ to: '/products/category/{-$categorie}', params: { categorie: 'fish' } }, t`Fish`)}
            {link({ to: '/products/category/{-$categorie}', params: { categorie: 'seafood' } }, t`Seafood`)}
            {link({ to: '/drafts' }, t`Drafts`)}
            {link({ to: '/offline' }, t`Offline catalogue`)}
          </ul>
        </nav>
      </div>
      <p className="footer-end">
        © {shop.copyrightYear} {shop.name}
        {legalPages.map(
          (page) =>
            shop.legal[page] > 0 && (
              <Fragment key={page}>
                {' · '}
                <Link to={`/${page}`}>{i18n._(legalNames[page])}</Link>
              </Fragment>
            ),
        )}
      </p>
    </footer>
  )
}

/** The navigation beside the screens of those who are signed in, where they have code of Chakra anyway. */
export const Sidebar = lazyPart(() => import('../ui/sidebar.tsx').then((module) => module.Sidebar))
export const AdminNav = lazyPart(() => import('../admin/admin-frame.tsx').then((module) => module.AdminNav))

const useHasSidebar = () =>
  useRouterState({ select: ({ matches }) => matches.some((match) => match.staticData.hasSidebar) })

/** Apart from the frame: the header is not rendered again at every navigation. */
function SidebarHere({ session, onLogout }: { session: Session; onLogout: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  if (!useHasSidebar()) return null
  if (session.isAdmin) return <AdminNav session={session} path={path} onLogout={onLogout} />
  return <Sidebar path={path} onLogout={onLogout} />
}

/** Not on administrators' screens. */
function FooterHere({ session }: { session: Session | undefined }) {
  return useHasSidebar() && session?.isAdmin ? null : <Footer />
}

export function Layout() {
  const session = useSession()
  const { logout, dialog } = useLogout()
  return (
    <div className="app">
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link before any script runs, and the router owns the hash afterwards */}
      <a
        className="button skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          focusHeading()
        }}
      >
        <Trans>Skip to content</Trans>
      </a>
      <Header user={session} onLogout={logout} />
      <div className="app-body">
        {session && <SidebarHere session={session} onLogout={logout} />}
        <main className="app-main" id="main">
          <Outlet />
        </main>
      </div>
      <FooterHere session={session} />
      <ClientOnly>
        <Notices />
      </ClientOnly>
      {dialog}
    </div>
  )
}

const PasswordDialog = lazyPart(() => import('../account/password-dialog.tsx').then((part) => part.PasswordDialog))

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

/** Status lines and the update prompt, at the bottom edge of the window. They appear without moving the content. */
function Bars() {
  return (
    <div
      id="bars"
      ref={barsEdge}
      style={{ position: 'sticky', bottom: 0, zIndex: 15, paddingBottom: 'var(--admin-bar, 0px)' }}
    >
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
            <button type="button" className="button button-solid" onClick={() => void acceptUpdate()}>
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
