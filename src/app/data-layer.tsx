import { useHydrated } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ShopSettings } from '../../contract/shop.ts'
import { startBackground } from '../background/background.ts'
import { watchTriggers } from '../background/triggers.ts'
import { CartContext, useCart } from '../data/cart/use-cart.ts'
import { newsOf } from '../data/orders/order-news.ts'
import { useUnopenedCount } from '../data/orders/use-orders.ts'
import type { Session } from '../data/rows.ts'
import { usePasswordQuestion } from '../data/session/password-question.ts'
import { getSession } from '../data/session/session.ts'
import { SessionContext } from '../data/session/use-session.ts'
import { getSavedShop } from '../data/shop/pull-shop.ts'
import { ShopContext } from '../data/shop/use-shop.ts'
import { useDeps } from '../data/use-deps.tsx'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { latePart } from '../ui/loading/late-part.tsx'
import { wantsMotion } from '../ui/motion/wants-motion.ts'
import { Bars } from './bars.tsx'
import { CartLink } from './header.tsx'
import { makeDeps } from './make-deps.ts'

const PasswordDialog = latePart(() =>
  import('../features/account/password-dialog.tsx').then((part) => part.PasswordDialog),
)

/** Notices beside the screens: connection, new versions, toasts, and the question for the password. */
function Notices() {
  const onPassword = usePasswordQuestion()
  return (
    <>
      <Bars />
      <Toaster />
      {onPassword && <PasswordDialog onAnswer={onPassword} />}
    </>
  )
}

/** Provides the lines of the cart from the database. */
function CartProvider({ children }: { children: ReactNode }) {
  const { db } = useDeps()
  const cart = useLiveQuery(
    () =>
      db.cart.toArray().then(
        (lines) => new Map(lines.map((line) => [line.fishe, line])),
        () => undefined,
      ),
    [db],
  )
  return <CartContext value={cart}>{children}</CartContext>
}

/** The cart link with the number of lines in the cart. */
function CartCount() {
  const count = useCart()?.size
  const badge = useRef<HTMLSpanElement>(null)
  const previous = useRef(count)
  useEffect(() => {
    // no animation for the count that is read when the page opens
    if (previous.current !== undefined && previous.current !== count) pop(badge.current)
    previous.current = count
  }, [count])
  return <CartLink count={count ?? 0} badge={badge} />
}

/**
 * Provides the session from the database. `initial` was read before the first render. The server renders the page of a
 * visitor, so there is no session during hydration.
 */
function SessionProvider({ initial, children }: { initial: Session | undefined; children: ReactNode }) {
  const { db } = useDeps()
  const live = useLiveQuery(
    () =>
      getSession(db).then(
        (session) => ({ session }),
        // without a database the initial session is valid for this visit
        () => undefined,
      ),
    [db],
  )
  const session = live ? live.session : initial
  const isHydrated = useHydrated()
  return <SessionContext value={isHydrated ? session : undefined}>{children}</SessionContext>
}

/**
 * Provides the settings of the shop from the database. `initial` came with the page, without the text about the shop,
 * and may be newer than the saved settings.
 */
function ShopProvider({ initial, children }: { initial: ShopSettings; children: ReactNode }) {
  const { db } = useDeps()
  const saved = useLiveQuery(() => getSavedShop(db).catch(() => undefined), [db])
  const isNewer = saved !== undefined && saved.version >= initial.version
  const shop = useMemo(
    () => (isNewer ? saved : { ...initial, ...(saved && { about: saved.about }) }),
    [isNewer, saved, initial],
  )
  return <ShopContext value={shop}>{children}</ShopContext>
}

/** Passes to its child the number of requests with an unread answer, and whether a toast or a mark has told of one. */
function Unopened({ children }: { children: (count: number, isTold: boolean) => ReactNode }) {
  const { clock, orderPulls } = useDeps()
  const [start] = useState(() => clock.now())
  const [isTold, setTold] = useState(false)
  useEffect(
    () => orderPulls.onNews((brought) => newsOf(brought, start).length > 0 && setTold(true)),
    [orderPulls, start],
  )
  return children(useUnopenedCount() ?? 0, isTold)
}

/** Everything that needs the database: one chunk, loaded in parallel with the shell. */
export const dataLayer = {
  makeDeps,
  Notices,
  CartProvider,
  CartCount,
  SessionProvider,
  ShopProvider,
  Unopened,
  startBackground,
  watchTriggers,
}

export type DataLayer = typeof dataLayer

/** Makes an element pop up briefly. The smallest part of framer-motion does it, fetched at the first call. */
function pop(element: Element | null): void {
  if (!element || !wantsMotion()) return
  import('framer-motion/dom/mini').then(
    ({ animate }) => animate(element, { transform: ['scale(0.4)', 'scale(1)'] }, { duration: 0.3, ease: 'easeOut' }),
    () => undefined,
  )
}
