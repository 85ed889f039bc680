import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useDeps, useSession } from '../db/use-deps.tsx'
import type { WaitingCounts } from '../sync/sync.ts'
import { preloadDialogs } from '../ui/dialogs/dialog.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'

// fetched at the first logout, since the header is part of the first screen
const loadSignOut = () => import('../db/sign-out.ts').catch(() => undefined)
const loadDialog = () => import('./logout-dialog.tsx')
const LogoutDialog = lazyPart(() => loadDialog().then((module) => module.LogoutDialog))

/** Whether the dialog can be shown. Its code may be missing offline, before the worker has saved the app. */
async function canAsk(): Promise<boolean> {
  const dialog = await loadDialog().catch(() => undefined)
  return dialog !== undefined && (await preloadDialogs())
}

/**
 * The logout of header and sidebar: `logout` for their buttons, `dialog` for the layout. If this user has unsent requests
 * or files on the device, it first asks what to do with them.
 */
export function useLogout(): { logout: () => void; dialog: ReactNode } {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const session = useSession()
  const [asked, setAsked] = useState<{ token: string; waiting: WaitingCounts }>()

  const leave = async () => {
    setAsked(undefined)
    if (!session) return
    const module = await loadSignOut()
    if (!module) return toast({ title: t`You could not be logged out without a connection.`, kind: 'error' })
    // before the session ends, so that a guard does not redirect to the login
    router.history.push('/')
    await module.signOut(deps, session)
  }
  const ask = async () => {
    if (!session) return
    const { userId, token } = session
    // if it cannot count or ask, they stay saved for their user
    const waiting = await deps.sync.waitingOf(userId).catch(() => ({ entries: 0, files: 0 }))
    if (waiting.entries + waiting.files > 0 && (await canAsk())) setAsked({ token, waiting })
    else await leave()
  }
  return {
    logout: () => void ask(),
    // somebody else may sign in in another tab
    dialog: asked && asked.token === session?.token && (
      <LogoutDialog session={session} waiting={asked.waiting} onLeave={leave} onStay={() => setAsked(undefined)} />
    ),
  }
}
