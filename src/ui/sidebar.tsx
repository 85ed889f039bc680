import { Box, Button, type ButtonProps } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { inChakra } from './chakra-region.tsx'
import { Icon, type IconName } from './icon.tsx'

const exact = { exact: true, includeSearch: false }

export const Sidebar = inChakra(function Sidebar({ path, onLogout }: { path: string; onLogout: () => void }) {
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
      aria-label={t`My account`}
      position={{ base: 'relative', xl: 'sticky' }}
      top={{ xl: '6' }}
      display="flex"
      flexDirection={{ xl: 'column' }}
      // large text does not cut the last entry
      flexWrap={{ base: 'wrap', xl: 'nowrap' }}
      flexShrink="0"
      alignSelf={{ xl: 'flex-start' }}
      gap={{ base: '0.5' }}
      width={{ xl: '13rem' }}
      // the footer does not touch it where the screen is shorter
      my={{ xl: '8' }}
      ms={{ xl: 'gutter' }}
      px={{ base: '2', xl: '2' }}
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
      {link('/Order', 'list', t`My orders`)}
      {link('/profile', 'user', t`Profile`)}
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
  px: { base: '2.5', xl: '3.5' },
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  css: { '&[aria-current=page]': { bg: 'bg.info', color: 'link' }, '& svg': { xlDown: { display: 'none' } } },
}
