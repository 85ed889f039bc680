import { dropLocal } from '../../lib/local-storage.ts'
import type { Session } from '../rows.ts'
import type { Deps } from '../use-deps.tsx'
import { removeViewsOf } from '../views.ts'
import { endPush } from './push.ts'

/**
 * Signs out on this device at once, also offline: deletes the session, the user's saved data, the address and half-typed
 * forms. Outbox entries stay for their user, hidden; the token is revoked with the next connection.
 */
export async function signOut({ db, sync }: Deps, session: Session): Promise<void> {
  await sync.logout(session)
  // works offline too: no more push messages for this browser
  void endPush({ db }).catch(() => undefined)
  await removeViewsOf(db, session.userId)
  await db.values.where('name').startsWith('form:').delete()
  dropLocal('form:')
  await db.values.delete('address')
  await sync.forgetUser(session.userId).catch(() => undefined)
}
