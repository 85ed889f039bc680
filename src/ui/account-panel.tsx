import { Menu, Portal } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Session } from '../db/rows.ts'
import { inChakra } from './chakra-region.tsx'
import { Icon, type IconName } from './icon.tsx'

interface AccountPanelProps {
  user: Pick<Session, 'name' | 'isAdmin'>
  /** the number of unopened answers in words; empty for none */
  news: string
  triggerId: string
  /** highlights the first entry: the menu was opened by keyboard */
  atFirst: boolean
  onClose: () => void
  onEscape: () => void
  onLogout: () => void
}

/** The menu of the account button, which is plain markup: Chakra's menu finds it by its id. */
export const AccountPanel = inChakra(function AccountPanel({
  user,
  news,
  triggerId,
  atFirst,
  onClose,
  onEscape,
  onLogout,
}: AccountPanelProps) {
  const { t } = useLingui()
  const item = (value: string, label: string, { to, icon }: { to: LinkProps['to']; icon: IconName }) => (
    <Menu.Item value={value} asChild>
      <Link to={to}>
        <Icon name={icon} />
        {label}
      </Link>
    </Menu.Item>
  )
  return (
    <Menu.Root
      open
      onOpenChange={onClose}
      onEscapeKeyDown={onEscape}
      // click within the key event: a later click is lost on a touch screen
      navigate={({ node }) => {
        node.click()
        onClose()
      }}
      {...(atFirst && { defaultHighlightedValue: 'first' })}
      ids={{ trigger: triggerId }}
      positioning={{ placement: 'bottom-end', gutter: 4 }}
      loopFocus
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={user.name}>
            {user.isAdmin
              ? item('first', t`Dashboard`, { to: '/dashboard', icon: 'chart' })
              : item('first', [t`My orders`, news].filter(Boolean).join(' · '), { to: '/Order', icon: 'list' })}
            {item('profile', t`Profile`, { to: '/profile', icon: 'user' })}
            <Menu.Item value="logout" onSelect={onLogout}>
              <Icon name="logout" />
              {t`Logout`}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
})
