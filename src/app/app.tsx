import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import type { Session } from '../db/rows.ts'
import { type Deps, DepsProvider } from '../ui/deps.tsx'
import { type DataParts, DataPartsContext } from './layout.tsx'
import type { ShopRouter } from './router.tsx'

interface AppProps {
  deps: Deps
  router: ShopRouter
  /** who was signed in when the page opened */
  session: Session | undefined
  parts: DataParts
}

export function App({ deps, router, session, parts }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <DepsProvider deps={deps}>
        <DataPartsContext value={parts}>
          <parts.SessionProvider initial={session}>
            <RouterProvider router={router} />
          </parts.SessionProvider>
        </DataPartsContext>
      </DepsProvider>
    </I18nProvider>
  )
}
