import { Menu, type MenuRootProps, Portal } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Session } from '../db/rows.ts'
import { Icon, type IconName } from './icon.tsx'

interface AccountPanelProps
  extends Pick<MenuRootProps, 'open' | 'onOpenChange' | 'highlightedValue' | 'onHighlightChange'> {
  user: Pick<Session, 'name' | 'isAdmin'>
  triggerId: string
  onLogout: () => void
}

/** The menu of the account button. Chakra's menu finds the button by its id: it stands in the header's plain markup. */
export function AccountPanel({ user, triggerId, onLogout, ...menu }: AccountPanelProps) {
  const { t } = useLingui()
  const item = (value: string, to: LinkProps['to'], icon: IconName, label: string) => (
    <Menu.Item value={value} asChild>
      <Link to={to}>
        <Icon name={icon} />
        {label}
      </Link>
    </Menu.Item>
  )
  return (
    <Menu.Root {...menu} ids={{ trigger: triggerId }} positioning={{ placement: 'bottom-end', gutter: 4 }} loopFocus>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={user.name}>
            {user.isAdmin
              ? item('first', '/dashboard', 'chart', t`Dashboard`)
              : item('first', '/Order', 'list', t`My orders`)}
            {item('profile', '/profile', 'user', t`Profile`)}
            <Menu.Item value="logout" onSelect={onLogout}>
              <Icon name="logout" />
              {t`Logout`}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
