import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { HeaderUser } from './header.tsx'

interface AccountMenuProps {
  user: HeaderUser
  onLogout: () => void
}

/** The customer's or administrator's menu: opens and closes as a popover, arrow keys walk through it. */
export function AccountMenu({ user, onLogout }: AccountMenuProps) {
  const { t } = useLingui()
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  function onKeyDown(event: KeyboardEvent) {
    const all = items()
    const at = all.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }

  const item = (to: LinkProps['to'], icon: IconName, label: string) => (
    <Link className="menu-item" role="menuitem" tabIndex={-1} to={to}>
      <Icon name={icon} />
      {label}
    </Link>
  )
  return (
    <div className="account">
      <button
        type="button"
        className="header-link header-button"
        popoverTarget="account-menu"
        aria-haspopup="menu"
        aria-label={user.name}
      >
        <Icon name="user" />
        <span className="header-name">{user.name}</span>
      </button>
      <div
        ref={menu}
        id="account-menu"
        className="menu-panel"
        role="menu"
        popover="auto"
        aria-label={user.name}
        onKeyDown={onKeyDown}
        onToggle={(event) => event.newState === 'open' && items()[0]?.focus()}
      >
        {user.isAdmin ? item('/dashboard', 'chart', t`Dashboard`) : item('/Order', 'list', t`My orders`)}
        {item('/profile', 'user', t`Profile`)}
        <button
          type="button"
          className="menu-item"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            menu.current?.hidePopover()
            onLogout()
          }}
        >
          <Icon name="logout" />
          {t`Logout`}
        </button>
      </div>
    </div>
  )
}
