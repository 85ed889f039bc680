import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Icon, type IconName } from '../ui/icon.tsx'

interface SidebarProps {
  isAdmin: boolean
  path: string
  onLogout: () => void
}

const customerPaths = ['/Order', '/order', '/profile']
const adminPaths = ['/dashboard', '/admin', '/users', '/subscribes', '/profile', '/order']

/** Whether a screen belongs to the signed-in area, which has the sidebar. */
export function hasSidebar(path: string, isAdmin: boolean): boolean {
  const areas = isAdmin ? adminPaths : customerPaths
  return areas.some((area) => path === area || path.startsWith(`${area}/`))
}

const exact = { exact: true, includeSearch: false }

/** On a phone the row is wider than the screen: the current entry is brought into sight. */
function showInRow(link: HTMLElement | null) {
  const row = link?.parentElement
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

/** The ways within the signed-in area: a column beside the screen, a row above it on a phone. */
export function Sidebar({ isAdmin, path, onLogout }: SidebarProps) {
  const { t } = useLingui()
  if (!hasSidebar(path, isAdmin)) return null
  const link = (to: LinkProps['to'], icon: IconName, label: string) => (
    <Link className="side-link" to={to} activeOptions={exact} ref={path === to ? showInRow : undefined}>
      <Icon name={icon} />
      {label}
    </Link>
  )
  return (
    <nav className="sidebar no-print" aria-label={isAdmin ? t`Administration` : t`My account`}>
      {isAdmin ? (
        <>
          {link('/dashboard', 'chart', t`Dashboard`)}
          {link('/admin/products', 'fish', t`Products`)}
          {link('/users', 'user', t`Users`)}
          {link('/admin/order', 'list', t`Orders`)}
          {link('/profile', 'user', t`Profile`)}
          {link('/admin/messages', 'chat', t({ message: 'Messages', comment: 'title: messages of the contact form' }))}
          {link('/subscribes', 'mail', t`Subscribers`)}
        </>
      ) : (
        <>
          {link('/Order', 'list', t`My orders`)}
          {link('/profile', 'user', t`Profile`)}
        </>
      )}
      <button type="button" className="side-link" onClick={onLogout}>
        <Icon name="logout" />
        {t`Logout`}
      </button>
    </nav>
  )
}
