import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { shop } from '../lib/shop-settings.ts'
import { Icon } from '../ui/icon.tsx'
import { LanguageSelect } from './language-select.tsx'

export interface HeaderUser {
  name: string
  isAdmin: boolean
}

interface HeaderProps {
  user: HeaderUser | undefined
  /** the route's path, for the mark at the current link */
  path: string
  cart: ReactNode
  account: ReactNode
  /** the entry that puts the app on the home screen, where that is possible */
  install?: ReactNode
}

/** The bar on top of every screen. On a phone the links stand in a menu that opens and closes without any script. */
export function Header({ user, path, cart, account, install }: HeaderProps) {
  const { t } = useLingui()
  const link = (href: string, label: string) => (
    <a className="header-link" href={`#${href}`} aria-current={isCurrent(path, href) ? 'page' : undefined}>
      {label}
    </a>
  )
  return (
    <header className="header">
      <div className="header-bar">
        <a className="brand" href={user?.isAdmin ? '#/dashboard' : '#/'} aria-label={shop.name}>
          <span className="brand-mark" />
          {shop.name}
        </a>
        <nav className="site-nav" id="site-menu" popover="auto" aria-label={t`Main menu`}>
          {user?.isAdmin ? (
            link('/dashboard', t`Dashboard`)
          ) : (
            <>
              {link('/', t`Home`)}
              {link('/products', t`Products`)}
              {link('/about', t`About`)}
              {link('/contact', t`Contact`)}
            </>
          )}
          {install}
          {!user && (
            <>
              {link('/login', t`Login`)}
              <a className="header-link signup-link" href="#/register">
                {t`SignUp`}
              </a>
            </>
          )}
        </nav>
        <LanguageSelect />
        {account}
        {!user?.isAdmin && <Suspense fallback={<CartLink count={0} />}>{cart}</Suspense>}
        <button
          type="button"
          className="header-link header-button menu-toggle"
          popoverTarget="site-menu"
          aria-label={t`Menu`}
        >
          <Icon name="menu" />
        </button>
      </div>
    </header>
  )
}

/** The way to the cart; its name says how many items are in it, the badge shows it. */
export function CartLink({ count }: { count: number }) {
  const { t } = useLingui()
  return (
    <a
      className="header-link header-button cart-link"
      href="#/cart"
      aria-label={count === 0 ? t`Cart` : count === 1 ? t`Cart, 1 item` : t`Cart, ${count} items`}
    >
      <Icon name="cart" />
      {count > 0 && (
        <span className="cart-count" key={count} aria-hidden="true">
          {count}
        </span>
      )}
    </a>
  )
}

function isCurrent(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
