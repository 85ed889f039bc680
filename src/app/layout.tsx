import { Trans } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useLogout } from '../features/account/use-logout.tsx'
import { InstallEntry } from '../ui/install-entry.tsx'
import { useSession } from '../ui/session.ts'
import { AccountMenu } from './account-menu.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

// what needs the database comes beside the first screen, not before it
const CartCount = lazy(() => import('./data-layer.ts').then(({ dataLayer }) => ({ default: dataLayer.CartCount })))
const Around = lazy(() => import('./data-layer.ts').then(({ dataLayer }) => ({ default: dataLayer.Around })))

/** What stands around every screen. */
export function Layout() {
  const session = useSession()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { logout, dialog } = useLogout()
  return (
    <div className="app">
      <a className="skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Header
        user={session}
        path={path}
        cart={<CartCount />}
        account={session && <AccountMenu user={session} onLogout={logout} />}
        install={<InstallEntry className="header-link" />}
      />
      <div className="app-body">
        {session && <Sidebar isAdmin={session.isAdmin} path={path} onLogout={logout} />}
        <main className="app-main" id="main">
          <Outlet />
        </main>
      </div>
      <Footer />
      <Suspense fallback={null}>
        <Around />
      </Suspense>
      {dialog}
    </div>
  )
}
