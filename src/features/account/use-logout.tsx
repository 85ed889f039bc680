import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { preloadDialogs } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { latePart } from '../../ui/loading/late-part.tsx'

// fetched at the first logout, since the header is part of the first screen
const loadSignOut = () => import('../../data/session/sign-out.ts').catch(() => undefined)
const loadDialog = () => import('./logout-dialog.tsx')
const LogoutDialog = latePart(() => loadDialog().then((module) => module.LogoutDialog))

/** Whether the dialog can be shown. Its code may be missing offline, before the worker has saved the app. */
async function canAsk(): Promise<boolean> {
  const dialog = await loadDialog().catch(() => undefined)
  return dialog !== undefined && (await preloadDialogs())
}

/**
 * The logout of header and sidebar: `logout` for their buttons, `dialog` for the layout. If this user has unsent requests
 * on the device, it first asks what to do with them.
 */
export function useLogout(): { logout: () => void; dialog: ReactNode } {
  const { t } = useLingui()
  const deps = useDeps()
  const router = useRouter()
  const session = useSession()
  const [waiting, setWaiting] = useState(0)

  const leave = async () => {
    setWaiting(0)
    if (!session) return
    const module = await loadSignOut()
    if (!module) return toast({ title: t`You could not be logged out without a connection.`, kind: 'error' })
    // before the session ends, so that a guard does not redirect to the login
    router.history.push('/')
    await module.signOut(deps, session)
  }
  const ask = async () => {
    if (!session) return
    const rows = await deps.sync.pendingOf(session.userId)
    // if it cannot ask, the requests stay saved for their user
    if (rows.length > 0 && (await canAsk())) setWaiting(rows.length)
    else await leave()
  }
  return {
    logout: () => void ask(),
    dialog: waiting > 0 && session && (
      <LogoutDialog session={session} waiting={waiting} onLeave={leave} onStay={() => setWaiting(0)} />
    ),
  }
}
