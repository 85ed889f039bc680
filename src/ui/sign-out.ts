import type { Session } from '../db/rows.ts'
import { removeViewsOf } from '../db/views.ts'
import { dropLocal } from '../lib/local-storage.ts'
import type { Deps } from './deps.tsx'
import { endPush } from './push.ts'

/**
 * Signs out on this device at once, whatever the connection does: the session, all that this user saw, the address and the
 * half-typed forms go. What waits in the outbox stays, hidden, for its own user; the token ends with the next connection.
 */
export async function signOut({ db, sync }: Deps, session: Session): Promise<void> {
  await sync.logout(session)
  // also without a connection: nothing more comes to this browser
  void endPush({ db }).catch(() => undefined)
  await removeViewsOf(db, session.userId)
  await db.values.where('name').startsWith('form:').delete()
  dropLocal('form:')
  await db.values.delete('address')
  await sync.forgetUser(session.userId).catch(() => undefined)
}
