import { createContext, useContext } from 'react'
import type { Session } from './rows.ts'

/** Live from the database, so that a login in another tab shows here too. */
export const SessionContext = createContext<Session | undefined>(undefined)

/** Who is signed in; undefined for a visitor. */
export function useSession(): Session | undefined {
  return useContext(SessionContext)
}
