import { type MouseEvent, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { HeaderUser } from './header.tsx'

const loadPanel = () => import('../ui/account-panel.tsx').then(({ AccountPanel }) => AccountPanel)
const AccountPanel = lazyPart(loadPanel, () => null)
const buttonId = 'account-button'

interface AccountMenuProps {
  user: HeaderUser
  onLogout: () => void
}

/** The customer's or administrator's button in the header; its menu is fetched when somebody turns to it. */
export function AccountMenu({ user, onLogout }: AccountMenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const want = () => setIsWanted(true)
  const toggle = (event: MouseEvent) => {
    want()
    setIsOpen(!isOpen)
    // keys go on at the first entry
    setHighlighted(event.detail === 0 ? 'first' : null)
  }
  return (
    <>
      <button
        id={buttonId}
        type="button"
        className="header-link header-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={user.name}
        onPointerEnter={want}
        onFocus={want}
        onClick={toggle}
      >
        <Icon name="user" />
        <span className="header-name">{user.name}</span>
      </button>
      {isWanted && (
        <AccountPanel
          user={user}
          triggerId={buttonId}
          open={isOpen}
          onOpenChange={(details) => setIsOpen(details.open)}
          highlightedValue={highlighted}
          onHighlightChange={(details) => setHighlighted(details.highlightedValue)}
          onLogout={onLogout}
        />
      )}
    </>
  )
}
