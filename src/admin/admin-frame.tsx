import { Box, chakra, type SystemStyleObject, useMediaQuery } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { hasRight, type Right } from '../../contract/accounts.ts'
import { useWaitingCount } from '../db/order-figures.ts'
import type { Session } from '../db/rows.ts'
import { useSavedQuery } from '../lists/query.ts'
import { recipes } from '../theme/recipes.ts'
import { inChakra } from '../ui/chakra-region.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { newMessages } from './messages-page.tsx'

interface Entry {
  to: LinkProps['to']
  icon: IconName
  label: string
  /** one of these rights; none: for every administrator */
  rights?: readonly Right[]
  /** beside the label: how many new entries the screen has */
  count?: ReactNode
  /** not in the bar of a phone */
  isWide?: true
}

const exact = { exact: true, includeSearch: false }

/** A bar at the bottom of a phone, a rail on a tablet, a column on a desk. */
export const AdminNav = inChakra(function AdminNav({ session, path, onLogout }: AdminNavProps) {
  const { t } = useLingui()
  const link = ({ to, icon, label, rights, count, isWide }: Entry) =>
    (!rights || rights.some((right) => hasRight(session, right))) && (
      <Link key={to} to={to} activeOptions={exact} data-wide={isWide || undefined}>
        <Icon name={icon} />
        <span>{label}</span>
        {count}
      </Link>
    )
  const settings: Entry[] = [
    {
      ...{ to: '/admin/shop', icon: 'pin', rights: ['shop'] },
      label: t({ message: 'Shop settings', comment: 'link to the settings of the shop' }),
    },
    { to: '/admin/lots', icon: 'list', rights: ['products', 'orders'], label: t`Lots` },
    { to: '/users', icon: 'user', rights: ['people', 'shop'], label: t`Users` },
    { to: '/admin/keys', icon: 'cloud', rights: ['shop'], label: t`API keys` },
    { to: '/admin/webhooks', icon: 'bell', rights: ['shop'], label: t`Webhooks` },
    { to: '/subscribes', icon: 'mail', rights: ['people'], label: t`Subscribers` },
    {
      ...{ to: '/admin/log', icon: 'clock', rights: ['shop'] },
      label: t({ message: 'Log', comment: 'title: what administrators did' }),
    },
  ]
  const [isPhone] = useMediaQuery(['(max-width: 47.99rem)'], { ssr: false })
  const others = (
    <>
      {link({ to: '/', icon: 'eye', label: t({ message: 'View shop', comment: 'link to what buyers see' }) })}
      {link({ to: '/profile', icon: 'user', label: t`Profile` })}
      <button type="button" onClick={onLogout}>
        <Icon name="logout" />
        <span>{t`Logout`}</span>
      </button>
    </>
  )
  return (
    <Box as="nav" id="admin-nav" className="no-print" aria-label={t`Administration`} css={[frame, entries]}>
      <Box css={bar}>
        {link({ to: '/dashboard', icon: 'chart', label: t`Dashboard`, isWide: true })}
        {link({ to: '/admin/order', icon: 'list', label: t`Orders`, rights: ['orders'], count: <OrdersToAnswer /> })}
        {link({ to: '/admin/products', icon: 'fish', label: t`Products`, rights: ['products'] })}
        {link({ to: '/admin/customers', icon: 'users', label: t`Customers`, rights: ['orders'] })}
        {link({
          ...{ to: '/admin/messages', icon: 'chat', rights: ['people'], count: <NewMessages /> },
          label: t({ message: 'Messages', comment: 'title: messages of the contact form' }),
        })}
        <Settings path={path} isHere={settings.some(({ to }) => to === path)}>
          {settings.map(link)}
          {isPhone && others}
        </Settings>
        {!isPhone && others}
      </Box>
    </Box>
  )
})

interface AdminNavProps {
  session: Session
  path: string
  onLogout: () => void
}

function OrdersToAnswer() {
  const { t } = useLingui()
  const count = useWaitingCount()
  return <Count count={count} title={t({ message: plural(count, { one: '# to answer', other: '# to answer' }) })} />
}

function NewMessages() {
  const { t } = useLingui()
  const { body, total } = useSavedQuery({ ...newMessages, every: () => 60_000 })
  const count = total ?? body?.length ?? 0
  return <Count count={count} title={t({ message: plural(count, { one: '# new', other: '# new' }) })} />
}

function Count({ count, title }: { count: number; title: string }) {
  if (count === 0) return null
  return (
    <>
      <Mark aria-hidden="true">{count > 99 ? '99+' : count}</Mark>
      <Box as="span" srOnly>
        {` ${title}`}
      </Box>
    </>
  )
}

const Mark = chakra('span', {
  base: {
    minWidth: '1.375rem',
    marginInlineStart: { xl: 'auto' },
    paddingInline: '1.5',
    borderRadius: 'full',
    bg: 'warm',
    color: 'warm.text',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: '1.375rem',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
    // at the corner of the icon
    xlDown: { position: 'absolute', top: '1', insetInlineStart: 'calc(50% + 0.375rem)' },
  },
})

/** On a desk the screens of the settings unfold in the column; else they lie over the screen until one is chosen. */
function Settings({ path, isHere, children }: { path: string; isHere: boolean; children: ReactNode }) {
  const { t } = useLingui()
  const id = useId()
  const [isNarrow] = useMediaQuery(['(max-width: 74.99rem)'], { ssr: false })
  const isWide = !isNarrow
  const [pressed, setPressed] = useState<{ path: string; isOpen: boolean }>()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = pressed && (isWide || pressed.path === path) ? pressed.isOpen : isWide && isHere
  const isOver = isOpen && !isWide
  useEffect(() => {
    if (!isOver) return
    const close = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setPressed(undefined)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [isOver])
  return (
    <Box
      ref={place}
      css={group}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOver) return
        setPressed(undefined)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isHere || undefined}
        onClick={() => setPressed({ path, isOpen: !isOpen })}
      >
        <Icon name="sliders" />
        <span>{t({ message: 'Settings', comment: 'button: opens the links to the settings' })}</span>
        <Box
          as="span"
          data-part="sign"
          css={{ marginInlineStart: 'auto', xlDown: { display: 'none' }, rotate: isOpen ? '180deg' : '0deg' }}
        >
          <Icon name="down" />
        </Box>
      </button>
      <Box id={id} hidden={!isOpen} css={isWide ? folded : over}>
        {isOpen && children}
      </Box>
    </Box>
  )
}

const frame: SystemStyleObject = {
  flexShrink: '0',
  zIndex: '16',
  bg: 'bg.panel',
  mdDown: {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    paddingBottom: 'env(safe-area-inset-bottom)',
    borderTop: '1px solid {colors.border}',
  },
  md: { borderInlineEnd: '1px solid {colors.border}' },
  '& + .app-main': { paddingInline: { md: '5', xl: '8' }, maxWidth: { xl: '90rem' } },
}

const bar: SystemStyleObject = {
  display: 'flex',
  minHeight: { mdDown: 'var(--admin-bar)' },
  md: {
    position: 'sticky',
    top: '0',
    flexDirection: 'column',
    gap: '1',
    width: '5.5rem',
    // below the header, which scrolls away
    height: 'calc(100dvh - {sizes.bar})',
    ...{ paddingBlock: '3', paddingInline: '0.5' },
    overflowY: 'auto',
    scrollbarWidth: 'thin',
  },
  xl: { width: '14rem', paddingBlock: '4', paddingInline: '3' },
}

/** One style sheet for all entries: as buttons with styles of their own they take half of the time of a screen's first task. */
const entries: SystemStyleObject = {
  '& :is(a, button)': {
    ...recipes.button.base,
    ...recipes.button.variants?.variant.ghost,
    position: 'relative',
    borderWidth: '0',
    flexDirection: { base: 'column', xl: 'row' },
    justifyContent: { base: 'center', xl: 'start' },
    flex: { mdDown: '1' },
    gap: { base: '0.5', xl: '2.5' },
    minWidth: '0',
    minHeight: { base: '3.25rem', xl: '11' },
    paddingInline: { base: '0', xl: '3' },
    paddingBlock: '2',
    fontWeight: 'medium',
    fontSize: { base: 'xs', xl: 'md' },
  },
  '& :is([aria-current=page], [data-current])': { bg: 'bg.info', color: 'link' },
  '& :is(a, button) > span': { hyphens: 'auto', mdDown: { fontSize: 'min(0.75rem, 3.1vw)' } },
  '& [data-wide]': { mdDown: { display: 'none' } },
}

const group: SystemStyleObject = {
  display: 'flex',
  flexDirection: 'column',
  flex: { mdDown: '1' },
  marginTop: { md: 'auto' },
}

const folded: SystemStyleObject = { display: 'grid', gap: '1', paddingInlineStart: '3', '& svg': { display: 'none' } }

const over: SystemStyleObject = {
  position: 'fixed',
  display: 'grid',
  gap: '1',
  minWidth: '15rem',
  maxHeight: '70dvh',
  padding: '2',
  overflowY: 'auto',
  border: '1px solid {colors.border}',
  borderRadius: 'l3',
  bg: 'bg.panel',
  boxShadow: 'lg',
  mdDown: { insetInlineEnd: '2', bottom: 'calc(var(--admin-bar) + 0.5rem)' },
  md: { insetInlineStart: '6rem', bottom: '3' },
  '& :is(a, button)': {
    ...{ flexDirection: 'row', justifyContent: 'start', gap: '3', minHeight: '11', paddingInline: '3', fontSize: 'md' },
  },
}
