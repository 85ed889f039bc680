import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider, useHydrated } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useMemo } from 'react'
import type { ShopSettings } from '../../contract/shop.ts'
import { getSavedShop } from '../db/pull-shop.ts'
import type { Session } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import { CartContext, type Deps, DepsProvider, useDeps } from '../db/use-deps.tsx'
import { SessionContext } from '../db/use-session.ts'
import { ShopContext } from '../db/use-shop.ts'
import type { ShopRouter } from './router.tsx'

interface AppProps {
  deps: Deps
  router: ShopRouter
  /** the session when the page opened */
  session: Session | undefined
  /** the settings of the shop when the page opened */
  shop: ShopSettings
}

export function App({ deps, router, session, shop }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <DepsProvider deps={deps}>
        <SessionProvider initial={session}>
          <ShopProvider initial={shop}>
            <CartProvider>
              <RouterProvider router={router} />
            </CartProvider>
          </ShopProvider>
        </SessionProvider>
      </DepsProvider>
    </I18nProvider>
  )
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
