import type { UserWithToken } from '../../contract/accounts.ts'
import { putSession } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'

/** Stores the user who logged in, and sends this user's pending entries. */
export async function signIn({ db, sync }: Pick<Deps, 'db' | 'sync'>, user: UserWithToken): Promise<void> {
  await storeUser(db, user)
  sync.retryUnanswered()
}

/** Replaces the stored user info with the server's answer (specification section 4, profile update). */
export async function storeUser(db: Deps['db'], user: UserWithToken): Promise<void> {
  const { _id, name, email, isAdmin, rights, parties, token } = user
  await putSession(db, { userId: _id, name, email, isAdmin, rights, ...(parties && { parties }), token })
}
