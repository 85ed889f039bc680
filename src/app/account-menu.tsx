import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/loading/late-part.tsx'
import type { HeaderUser } from './header.tsx'

const loadPanel = () => import('../parts/account-panel.tsx').then((module) => module.AccountPanel)
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
