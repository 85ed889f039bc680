import { useHydrated } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import type { Session } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import { useDeps } from '../ui/deps.tsx'
import { SessionContext } from '../ui/session.ts'

/**
 * Gives the screens the session as it stands in the database. `initial` is what was read before the first render; what the
 * server rendered is a visitor's, so hydration begins as one.
 */
export function SessionProvider({ initial, children }: { initial: Session | undefined; children: ReactNode }) {
  const { db } = useDeps()
  const live = useLiveQuery(
    () =>
      getSession(db).then(
        (session) => ({ session }),
        // no database: who was signed in at the start stays so for this visit
        () => undefined,
      ),
    [db],
  )
  const session = live ? live.session : initial
  const isHydrated = useHydrated()
  return <SessionContext value={isHydrated ? session : undefined}>{children}</SessionContext>
}
