import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { pictureUrl } from '../../contract/picture.ts'
import { Icon } from '../ui/icon.tsx'
import { useShop } from '../ui/shop.ts'
import { LanguageSelect } from './language-select.tsx'

export interface HeaderUser {
  name: string
  isAdmin: boolean
}

interface HeaderProps {
  user: HeaderUser | undefined
  cart: ReactNode
  account: ReactNode
  /** the entry that puts the app on the home screen, where that is possible */
  install?: ReactNode
}

/** Every path begins with the home page's. */
const home = { exact: true, includeSearch: false }

/** The bar on top of every screen. On a phone the links are in a menu that opens and closes without any script. */
export function Header({ user, cart, account, install }: HeaderProps) {
  const { t } = useLingui()
  const { name, shortName, logo } = useShop()
  const mark = pictureUrl(logo, 320, 'webp')
  return (
    <header className="header">
      <div className="header-bar">
        <Link
          className="brand"
          to={user?.isAdmin ? '/dashboard' : '/'}
          aria-label={name.includes(shortName) ? name : shortName}
        >
          {mark ? (
            <img className="brand-mark brand-logo" src={mark} alt="" width="36" height="36" />
          ) : (
            <span className="brand-mark" />
          )}
          {shortName}
        </Link>
        <nav className="site-nav" id="site-menu" popover="auto" aria-label={t`Main menu`}>
          {user?.isAdmin ? (
            <Link className="header-link" to="/dashboard">
              {t`Dashboard`}
            </Link>
          ) : (
            <>
              <Link className="header-link" to="/" activeOptions={home}>
                {t`Home`}
              </Link>
              <Link className="header-link" to="/products">
                {t`Products`}
              </Link>
              <Link className="header-link" to="/about">
                {t`About`}
              </Link>
              <Link className="header-link" to="/contact">
                {t`Contact`}
              </Link>
            </>
          )}
          {install}
          {!user && (
            <>
              <Link className="header-link" to="/login">
                {t`Login`}
              </Link>
              <Link className="button button-sun" to="/register">
                {t`SignUp`}
              </Link>
            </>
          )}
        </nav>
        <LanguageSelect />
        {account}
        {!user?.isAdmin && cart}
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

/**
 * The way to the cart; its name says how many items are in it, the badge shows it. Without `undefined` the id of the
 * product or order on the screen would come along, and be put into the cart.
 */
export function CartLink({ count, badge }: { count: number; badge?: Ref<HTMLSpanElement> }) {
  const { t } = useLingui()
  return (
    <Link
      className="header-link header-button cart-link"
      to="/cart/{-$id}"
      params={{ id: undefined }}
      aria-label={count === 0 ? t`Cart` : count === 1 ? t`Cart, 1 item` : t`Cart, ${count} items`}
    >
      <Icon name="cart" />
      {count > 0 && (
        <span className="cart-count" ref={badge} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}
