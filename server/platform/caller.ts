import type { Who } from '../../contract/endpoints.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** The signed-in user, read from the database for each call. */
export interface SessionUser {
  id: string
  name: string
  email: string
  isAdmin: boolean
  /** of the call's session */
  token: string
  tokenHash: string
}

/** The signed-in caller, and who may call. */
export interface Right {
  user: SessionUser
  who: Who
}

/** The author of a change: the authenticated account and session, and the caller's address group. */
export interface Actor {
  id: string
  name: string
  tokenHash: string
  /** group of addresses */
  from: string
}

/** Logs a deletion. */
export function logDeletion(deps: ServiceDeps, { kind, id, actor }: { kind: string; id: string; actor: Actor }): void {
  deps.log?.info({ kind, id, by: actor.id, from: actor.from }, 'deleted')
}
