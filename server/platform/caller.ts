import type { Right } from '../../contract/accounts.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** The signed-in user, read from the database for each call. */
export interface SessionUser {
  id: string
  name: string
  email: string
  /** of an administrator; none for customers */
  rights: readonly Right[]
  /** of the call's session */
  token: string
  tokenHash: string
  /** of a program, which is no user: `id` and `name` are those of its API key, `email` is empty */
  key?: { isReadOnly: boolean }
}

/** The signed-in caller of a call, and the right that it needs of everybody but the owner. */
export interface Admission {
  user: SessionUser
  right: Right | undefined
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
