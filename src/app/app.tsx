import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import type { ShopSettings } from '../../contract/shop.ts'
import type { Session } from '../db/rows.ts'
import { type Deps, DepsProvider } from '../db/use-deps.tsx'
import { type DataParts, DataPartsContext } from './layout.tsx'
import type { ShopRouter } from './router.tsx'

interface AppProps {
  deps: Deps
  router: ShopRouter
  /** the session when the page opened */
  session: Session | undefined
  /** the settings of the shop when the page opened */
  shop: ShopSettings
  parts: DataParts
}

export function App({ deps, router, session, shop, parts }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <DepsProvider deps={deps}>
        <DataPartsContext value={parts}>
          <parts.SessionProvider initial={session}>
            <parts.ShopProvider initial={shop}>
              <parts.CartProvider>
                <RouterProvider router={router} />
              </parts.CartProvider>
            </parts.ShopProvider>
          </parts.SessionProvider>
        </DataPartsContext>
      </DepsProvider>
    </I18nProvider>
  )
}
