import { Trans, useLingui } from '@lingui/react/macro'
import { ClientOnly, Link, Outlet, useRouterState } from '@tanstack/react-router'
import {
  type ComponentType,
  createContext,
  Fragment,
  type MouseEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from 'react'
import { hasRight } from '../../contract/accounts.ts'
import { legalPages, type ShopSettings, textIn } from '../../contract/shop.ts'
import { useLogout } from '../account/use-logout.tsx'
import type { Session } from '../db/rows.ts'
import { useSession } from '../db/use-session.ts'
import { ShopContext, useShop } from '../db/use-shop.ts'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/loading/late-part.tsx'
import { AddressTitle, ChatWithUs, hasAddress, ShopAddress } from '../ui/shop-address.tsx'
import { Sidebar } from './chakra-screen.ts'
import { focusHeading } from './focus.ts'
import { CartLink, Header, type HeaderUser } from './header.tsx'

function Footer() {
  const { t, i18n } = useLingui()
  const shop = useShop()
  const locale = useLocale()
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
            <li>
              <Link to="/products/category/{-$categorie}" params={{ categorie: 'fish' }}>
                <Trans>Fish</Trans>
              </Link>
            </li>
            <li>
              <Link to="/products/category/{-$categorie}" params={{ categorie: 'seafood' }}>
                <Trans>Seafood</Trans>
              </Link>
            </li>
            <li>
              <Link to="/drafts">
                <Trans>Drafts</Trans>
              </Link>
            </li>
            <li>
              <Link to="/offline">
                <Trans>Offline catalogue</Trans>
              </Link>
            </li>
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

const loadPanel = () => import('../ui/account-panel.tsx').then((module) => module.AccountPanel)
const AccountPanel = lazyPart(loadPanel)
const buttonId = 'account-button'

interface AccountMenuProps {
  user: HeaderUser
  /** number of requests with an unread answer */
  unopened: number
  /** a toast or a mark has told of an answer */
  isTold: boolean
  onLogout: () => void
}

/** The account button of the header. Its menu is loaded when the button gets the pointer or the focus. */
export function AccountMenu({ user, unopened, isTold, onLogout }: AccountMenuProps) {
  const { t } = useLingui()
  const news = unopened === 0 ? '' : unopened === 1 ? t`1 new answer` : t`${unopened} new answers`
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'by keys' | 'by pointer'>()
  // those of the start; later ones are told by a toast or a mark
  const [first, setFirst] = useState<string | 'told'>('')
  if (first === '' && isTold) setFirst('told')
  else if (news !== '' && first === '') setFirst(news)
  else if (first !== '' && first !== 'told' && news !== first) setFirst('told')
  const preload = () => void AccountPanel.preload()
  return (
    <>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className="header-link header-button"
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-label={[user.name, news].filter(Boolean).join(', ')}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => setOpen(open ? undefined : event.detail === 0 ? 'by keys' : 'by pointer')}
      >
        <Icon name="user" />
        <span className="header-name">{user.name}</span>
        {unopened > 0 && (
          <span className="cart-count" key={unopened} aria-hidden="true">
            {unopened > 99 ? '99+' : unopened}
          </span>
        )}
      </button>
      <span className="visually-hidden" role="status">
        {first === 'told' ? '' : first}
      </span>
      {open && (
        <AccountPanel
          user={user}
          news={news}
          triggerId={buttonId}
          atFirst={open === 'by keys'}
          onClose={() => setOpen(undefined)}
          onEscape={() => button.current?.focus()}
          onLogout={() => {
            // a confirmation dialog returns the focus to this button
            button.current?.focus()
            onLogout()
          }}
        />
      )}
    </>
  )
}

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
