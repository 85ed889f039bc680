import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider, useHydrated } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useMemo } from 'react'
import type { ShopSettings } from '../../contract/shop.ts'
import type { Session } from '../db/rows.ts'
import { getSavedShop } from '../db/saved-shop.ts'
import { getSession } from '../db/session.ts'
import { CartContext, type Deps, DepsProvider, SessionContext, ShopContext, useDeps } from '../db/use-deps.tsx'
import type { ShopRouter } from './router.tsx'

interface AppProps {
  deps: Deps
  router: ShopRouter
  /** when the page opened */
  session: Session | undefined
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

/** The server renders the page of a visitor, so there is no session during hydration. */
function SessionProvider({ initial, children }: { initial: Session | undefined; children: ReactNode }) {
  const { db } = useDeps()
  // without a database the initial session is valid for this visit
  const live = useLiveQuery(async () => ({ session: await getSession(db).catch(() => initial) }), [db])
  const session = live ? live.session : initial
  const isHydrated = useHydrated()
  return <SessionContext value={isHydrated ? session : undefined}>{children}</SessionContext>
}

/** `initial` came with the page, without the text about the shop, and may be newer than the saved settings. */
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

function CartProvider({ children }: { children: ReactNode }) {
  const { db } = useDeps()
  const lines = useLiveQuery(() => db.cart.toArray().catch(() => undefined), [db])
  const cart = useMemo(() => lines && new Map(lines.map((line) => [line.fishe, line])), [lines])
  return <CartContext value={cart}>{children}</CartContext>
}
