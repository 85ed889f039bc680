import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import type { Session } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import { useDeps } from '../ui/deps.tsx'
import { SessionContext } from '../ui/session.ts'

/** Keeps the session of the screens in step with the database. `initial` is what was read before the first render. */
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
  return <SessionContext value={live ? live.session : initial}>{children}</SessionContext>
}
