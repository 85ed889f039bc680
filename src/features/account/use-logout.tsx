import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useDeps } from '../../ui/deps.tsx'
import { useSession } from '../../ui/session.ts'

// fetched with the first logout: the header that offers it belongs to the first screen
const loadSignOut = () => import('./sign-out.ts')
const LogoutDialog = lazy(() => import('./logout-dialog.tsx').then((module) => ({ default: module.LogoutDialog })))

/**
 * The logout of header and sidebar: `logout` for their buttons, `dialog` to stand anywhere in the layout. Where requests of
 * this user still wait on the device, it asks first what shall become of them (offline.md, logout).
 */
export function useLogout(): { logout: () => void; dialog: ReactNode } {
  const deps = useDeps()
  const router = useRouter()
  const session = useSession()
  const [waiting, setWaiting] = useState(0)

  const leave = async () => {
    setWaiting(0)
    if (!session) return
    const { signOut } = await loadSignOut()
    await signOut(deps, session)
    router.history.push('/')
  }
  const ask = async () => {
    if (!session) return
    const rows = await deps.sync.pendingOf(session.userId)
    if (rows.length > 0) setWaiting(rows.length)
    else await leave()
  }
  return {
    logout: () => void ask(),
    dialog: waiting > 0 && session && (
      <Suspense fallback={null}>
        <LogoutDialog session={session} waiting={waiting} onLeave={leave} onStay={() => setWaiting(0)} />
      </Suspense>
    ),
  }
}
