import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { locales, toLocale } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { useShop } from '../db/use-shop.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { languageNames, useLocale } from '../i18n/use-locale.ts'
import { Icon } from '../ui/icon.tsx'
import { InstallEntry } from '../ui/install.tsx'

/** The choice of language. In a narrow bar only the language code is visible, with a transparent select over it. */
function LanguageSelect() {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <span className="language">
      <span className="header-link language-code" aria-hidden="true">
        {locale.toUpperCase()}
      </span>
      <select
        className="language-select"
        aria-label={t`Language`}
        value={locale}
        onChange={(event) => void chooseLocale(toLocale(event.target.value) ?? 'en').catch(() => undefined)}
      >
        {locales.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </span>
  )
}

export interface HeaderUser {
  name: string
  isAdmin: boolean
}

interface HeaderProps {
  user: HeaderUser | undefined
  cart: ReactNode
  account: ReactNode
}

/** Active on the home page only, since every path starts with its path. */
const home = { exact: true, includeSearch: false }

/** The bar at the top of every screen. On a phone the links are in a menu that works without scripts. */
export function Header({ user, cart, account }: HeaderProps) {
  const { t } = useLingui()
  const { name, shortName, logo } = useShop()
  const logoUrl = pictureUrl(logo, 320, 'webp')
  const link = (to: LinkProps['to'], label: string) => (
    <Link className="header-link" to={to}>
      {label}
    </Link>
  )
  return (
    <header className="header">
      <div className="header-bar">
        <Link
          className="brand"
          to={user?.isAdmin ? '/dashboard' : '/'}
          aria-label={name.includes(shortName) ? name : shortName}
        >
          {logoUrl ? (
            <img className="brand-mark brand-logo" src={logoUrl} alt="" width="36" height="36" />
          ) : (
            <span className="brand-mark" />
          )}
          {shortName}
        </Link>
        <nav className="site-nav" id="site-menu" popover="auto" aria-label={t`Main menu`}>
          {user?.isAdmin ? (
            link('/dashboard', t`Dashboard`)
          ) : (
            <>
              <Link className="header-link" to="/" activeOptions={home}>
                {t`Home`}
              </Link>
              {link('/products', t`Products`)}
              {link('/about', t`About`)}
              {link('/contact', t`Contact`)}
            </>
          )}
          <InstallEntry className="header-link" />
          {!user && (
            <>
              {link('/login', t`Login`)}
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
 * The link to the cart, with the number of items in its name and badge. Without `undefined` the router would add the id
 * of the current product or order, and that would be put into the cart.
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
