import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { locales, toLocale } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import type { Session } from '../db/rows.ts'
import { useCart, useDeps, useFreshQuery, useShop } from '../db/use-deps.tsx'
import { chooseLocale } from '../i18n/locale.ts'
import { languageNames, useLocale } from '../i18n/use-locale.ts'
import { getActivity } from '../sync/activity.ts'
import { Icon } from '../ui/icon.tsx'
import { InstallEntry } from '../ui/install.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { wantsMotion } from '../ui/schedule.ts'

/** In a narrow bar only the language code is visible, with a transparent select over it. */
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

const loadPanel = () => import('../ui/account-panel.tsx').then((module) => module.AccountPanel)
const AccountPanel = lazyPart(loadPanel)
const buttonId = 'account-button'

interface AccountMenuProps {
  user: Session
  /** number of requests with an unread answer */
  unopened: number
  /** a toast or a mark has already announced the answer */
  isAnnounced: boolean
  onLogout: () => void
}

/** The account button of the header. Its menu is loaded when the button gets the pointer or the focus. */
export function AccountMenu({ user, unopened, isAnnounced, onLogout }: AccountMenuProps) {
  const { t } = useLingui()
  const news = unopened === 0 ? '' : unopened === 1 ? t`1 new answer` : t`${unopened} new answers`
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'by keys' | 'by pointer'>()
  // those of the start; toasts and marks announce later ones
  const [first, setFirst] = useState<string>()
  if (first === undefined && (isAnnounced || news !== '')) setFirst(isAnnounced ? '' : news)
  else if (first && news !== first) setFirst('')
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
        {first}
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

/** Active on the home page only, since every path starts with its path. */
const home = { exact: true, includeSearch: false }

export function Header({ user, onLogout }: { user: Session | undefined; onLogout: () => void }) {
  const { t } = useLingui()
  const { name, shortName, logo, logoWide } = useShop()
  const logoUrl = pictureUrl(logo, 320, 'webp')
  const wideUrl = pictureUrl(logoWide, 640, 'webp')
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
          {wideUrl ? (
            <img className="brand-wide" src={wideUrl} alt="" width="144" height="36" />
          ) : logoUrl ? (
            <img className="brand-mark brand-logo" src={logoUrl} alt="" width="36" height="36" />
          ) : (
            <span className="brand-mark" />
          )}
          {!wideUrl && shortName}
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
              <Link className="button" to="/register">
                {t`SignUp`}
              </Link>
            </>
          )}
        </nav>
        <LanguageSelect />
        {user && <Account user={user} onLogout={onLogout} />}
        {!user?.isAdmin && <CartLink />}
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

function Account({ user, onLogout }: { user: Session; onLogout: () => void }) {
  const { db, clock } = useDeps()
  const { userId } = user
  const [start] = useState(() => clock.now())
  const [isAnnounced, setAnnounced] = useState(false)
  const activity = useFreshQuery(() => getActivity(db), [db, userId])
  const unopened = activity?.unopened ?? 0
  // what came while the page was open was announced by a toast or a mark
  const isNew = activity?.news.some(({ at }) => at >= start + activity.ahead) === true
  if (isNew && !isAnnounced) setAnnounced(true)
  return (
    <AccountMenu user={user} unopened={user.isAdmin ? 0 : unopened} isAnnounced={isAnnounced} onLogout={onLogout} />
  )
}

/** Without `undefined` the router would add the id of the current product or order, and that would be put into the cart. */
function CartLink() {
  const { t } = useLingui()
  const lines = useCart()?.size
  const count = lines ?? 0
  const badge = useRef<HTMLSpanElement>(null)
  const previous = useRef(lines)
  useEffect(() => {
    // no animation for the count that is read when the page opens
    if (previous.current !== undefined && previous.current !== lines) pop(badge.current)
    previous.current = lines
  }, [lines])
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

/** Makes an element pop up briefly. The smallest part of framer-motion does it, fetched at the first call. */
function pop(element: Element | null): void {
  if (!element || !wantsMotion()) return
  import('framer-motion/dom/mini').then(
    ({ animate }) => animate(element, { transform: ['scale(0.4)', 'scale(1)'] }, { duration: 0.2, ease: 'easeOut' }),
    () => undefined,
  )
}
