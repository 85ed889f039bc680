import { useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { HeaderUser } from './header.tsx'

const loadPanel = () => import('../ui/account-panel.tsx').then((module) => module.AccountPanel)
const AccountPanel = lazyPart(loadPanel, () => null)
const buttonId = 'account-button'

interface AccountMenuProps {
  user: HeaderUser
  onLogout: () => void
}

/** The customer's or administrator's button in the header; its menu is fetched when somebody turns to it. */
export function AccountMenu({ user, onLogout }: AccountMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'by keys' | 'by pointer'>()
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
        aria-label={user.name}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => setOpen(open ? undefined : event.detail === 0 ? 'by keys' : 'by pointer')}
      >
        <Icon name="user" />
        <span className="header-name">{user.name}</span>
      </button>
      {open && (
        <AccountPanel
          user={user}
          triggerId={buttonId}
          atFirst={open === 'by keys'}
          onClose={() => setOpen(undefined)}
          onEscape={() => button.current?.focus()}
          onLogout={() => {
            // the dialog that may ask gives the focus back
            button.current?.focus()
            onLogout()
          }}
        />
      )}
    </>
  )
}
