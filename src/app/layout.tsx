import { Trans } from '@lingui/react/macro'
import { ClientOnly, Outlet, useRouterState } from '@tanstack/react-router'
import { type ComponentType, createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { hasRight } from '../../contract/accounts.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import type { Session } from '../data/rows.ts'
import { useSession } from '../data/session/use-session.ts'
import { ShopContext } from '../data/shop/use-shop.ts'
import { useLogout } from '../features/account/use-logout.tsx'
import { Sidebar } from '../routes/chakra-screen.ts'
import { AccountMenu } from './account-menu.tsx'
import { focusHeading } from './focus.ts'
import { Footer } from './footer.tsx'
import { CartLink, Header } from './header.tsx'

/** The parts of the app that need the database. The data layer provides them. */
export interface DataParts {
  SessionProvider: ComponentType<{ initial: Session | undefined; children: ReactNode }>
  ShopProvider: ComponentType<{ initial: ShopSettings; children: ReactNode }>
  CartProvider: ComponentType<{ children: ReactNode }>
  CartCount: ComponentType
  Unopened: ComponentType<{ children: (count: number, isTold: boolean) => ReactNode }>
  Notices: ComponentType
}

/** Their replacement without a database: on the server, which renders for a visitor. */
export const withoutData: DataParts = {
  SessionProvider: ({ children }) => children,
  ShopProvider: ({ initial, children }) => <ShopContext value={initial}>{children}</ShopContext>,
  CartProvider: ({ children }) => children,
  CartCount: () => <CartLink count={0} />,
  Unopened: ({ children }) => children(0, false),
  Notices: () => null,
}

export const DataPartsContext = createContext(withoutData)

/** Moves the focus itself, because the router owns the hash. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  focusHeading()
}

/** Apart from the frame: header and footer are not rendered again at every navigation. */
function SidebarHere({ session, onLogout }: { session: Session; onLogout: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const hasSidebar = useRouterState({ select: ({ matches }) => matches.some((match) => match.staticData.hasSidebar) })
  if (!hasSidebar) return null
  return <Sidebar isAdmin={session.isAdmin} may={(right) => hasRight(session, right)} path={path} onLogout={onLogout} />
}

/** The frame of every screen. */
export function Layout() {
  const session = useSession()
  const { logout, dialog } = useLogout()
  const { CartCount, Unopened, Notices } = useContext(DataPartsContext)
  return (
    <div className="app">
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link before any script runs, and the router owns the hash afterwards */}
      <a className="button skip-link" href="#main" onClick={skipToContent}>
        <Trans>Skip to content</Trans>
      </a>
      <Header
        user={session}
        cart={<CartCount />}
        account={
          session && (
            <Unopened>
              {(count, isTold) => (
                <AccountMenu user={session} unopened={session.isAdmin ? 0 : count} isTold={isTold} onLogout={logout} />
              )}
            </Unopened>
          )
        }
      />
      <div className="app-body">
        {session && <SidebarHere session={session} onLogout={logout} />}
        <main className="app-main" id="main">
          <Outlet />
        </main>
      </div>
      <Footer />
      <ClientOnly>
        <Notices />
      </ClientOnly>
      {dialog}
    </div>
  )
}
