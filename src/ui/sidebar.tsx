import { Box, Button, type ButtonProps } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Right } from '../../contract/accounts.ts'
import { inChakra } from './chakra-region.tsx'
import { Icon, type IconName } from './icon.tsx'

interface SidebarProps {
  isAdmin: boolean
  may: (right: Right) => boolean
  path: string
  onLogout: () => void
}

const exact = { exact: true, includeSearch: false }

export const Sidebar = inChakra(function Sidebar({ isAdmin, may, path, onLogout }: SidebarProps) {
  const { t } = useLingui()
  const row = useRef<HTMLElement>(null)
  const router = useRouter()
  // on a phone the row is wider than the screen: scroll to the current entry, also after the router has restored the position
  useEffect(() => {
    const show = () => {
      const link = row.current?.querySelector<HTMLElement>(`[href="#${path}"]`)
      if (!row.current || !link) return
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2
    }
    show()
    return router.subscribe('onRendered', show)
  }, [path, router])
  const link = (to: LinkProps['to'], icon: IconName, label: string) => (
    <Button asChild {...entry}>
      <Link to={to} activeOptions={exact}>
        <Icon name={icon} />
        {label}
      </Link>
    </Button>
  )
  return (
    <Box
      ref={row}
      as="nav"
      className="no-print"
      aria-label={isAdmin ? t`Administration` : t`My account`}
      position={{ base: 'relative', xl: 'sticky' }}
      top={{ xl: '6' }}
      display="flex"
      flexDirection={{ xl: 'column' }}
      // the three entries of a customer wrap, so that large text does not cut the last one
      flexWrap={{ base: isAdmin ? undefined : 'wrap', mdToXl: 'wrap' }}
      flexShrink="0"
      alignSelf={{ xl: 'flex-start' }}
      gap={{ base: '1', mdToXl: '0.5' }}
      width={{ xl: '13rem' }}
      // the footer does not touch it where the screen is shorter
      my={{ xl: '8' }}
      ms={{ xl: 'gutter' }}
      px={{ base: '4', xl: '2' }}
      py="2"
      borderWidth={{ base: '0 0 1px', xl: '1px' }}
      borderRadius={{ xl: 'l3' }}
      bg="bg.panel"
      overflowX="auto"
      scrollbarWidth="thin"
      // browsers leave a link that is partly visible where it is
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      // the gutter is on its other side
      css={{ '& + .app-main': { paddingInlineStart: { xl: '8' } } }}
    >
      {isAdmin ? (
        <>
          {link('/dashboard', 'chart', t`Dashboard`)}
          {may('products') && link('/admin/products', 'fish', t`Products`)}
          {(may('people') || may('shop')) && link('/users', 'user', t`Users`)}
          {may('orders') && link('/admin/order', 'list', t`Orders`)}
          {link('/profile', 'user', t`Profile`)}
          {may('people') &&
            link('/admin/messages', 'chat', t({ message: 'Messages', comment: 'title: messages of the contact form' }))}
          {may('shop') &&
            link('/admin/shop', 'info', t({ message: 'Shop settings', comment: 'link to the settings of the shop' }))}
          {may('shop') && link('/admin/webhooks', 'bell', t`Webhooks`)}
          {may('shop') && link('/admin/keys', 'cloud', t`API keys`)}
          {may('people') && link('/subscribes', 'mail', t`Subscribers`)}
          {may('shop') && link('/admin/log', 'clock', t({ message: 'Log', comment: 'title: what administrators did' }))}
        </>
      ) : (
        <>
          {link('/Order', 'list', t`My orders`)}
          {link('/profile', 'user', t`Profile`)}
        </>
      )}
      <Button {...entry} onClick={onLogout}>
        <Icon name="logout" />
        {t`Logout`}
      </Button>
    </Box>
  )
})

const entry: ButtonProps = {
  variant: 'ghost',
  justifyContent: 'start',
  flexShrink: '0',
  gap: '2.5',
  px: { base: '3.5', mdToXl: '2.5' },
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  css: { '&[aria-current=page]': { bg: 'bg.info', color: 'link' }, '& svg': { mdToXl: { display: 'none' } } },
}
