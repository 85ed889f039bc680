import { Trans, useLingui } from '@lingui/react/macro'
import { ClientOnly, Link, type LinkProps, Outlet, useRouterState } from '@tanstack/react-router'
import { Fragment } from 'react'
import { hasRight } from '../../contract/accounts.ts'
import { legalPages, textIn } from '../../contract/shop.ts'
import { useLogout } from '../account/use-logout.tsx'
import type { Session } from '../db/rows.ts'
import { useSession, useShop } from '../db/use-deps.tsx'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { AddressTitle, ChatWithUs, hasAddress, ShopAddress } from '../ui/shop-address.tsx'
import { Notices } from './bars.tsx'
import { focusHeading } from './focus.ts'
import { Header } from './header.tsx'

function Footer() {
  const { t, i18n } = useLingui()
  const shop = useShop()
  const locale = useLocale()
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
          <p>
            <Trans>Fish, crustaceans and mollusks for export, sold by the tonne.</Trans>{' '}
            {textIn(shop.answerPromise, locale)}
          </p>
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
          <h2>
            <Trans>Shop</Trans>
          </h2>
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

/** Apart from the frame: header and footer are not rendered again at every navigation. */
function SidebarHere({ session, onLogout }: { session: Session; onLogout: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const hasSidebar = useRouterState({ select: ({ matches }) => matches.some((match) => match.staticData.hasSidebar) })
  if (!hasSidebar) return null
  return <Sidebar isAdmin={session.isAdmin} may={(right) => hasRight(session, right)} path={path} onLogout={onLogout} />
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
      <Footer />
      <ClientOnly>
        <Notices />
      </ClientOnly>
      {dialog}
    </div>
  )
}
