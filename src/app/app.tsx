import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Session } from '../db/rows.ts'
import { type Deps, DepsProvider } from '../ui/deps.tsx'
import type { ShopRouter } from './router.tsx'

interface AppProps {
  deps: Deps
  router: ShopRouter
  /** who was signed in when the page opened */
  session: Session | undefined
  /** comes with the data layer, which is fetched beside the shell */
  SessionProvider: ComponentType<{ initial: Session | undefined; children: ReactNode }>
}

export function App({ deps, router, session, SessionProvider }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <DepsProvider deps={deps}>
        <SessionProvider initial={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </DepsProvider>
    </I18nProvider>
  )
}
