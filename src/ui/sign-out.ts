import { ConnectionError } from '../api/errors.ts'
import type { Session } from '../db/rows.ts'
import { dropSession } from '../db/session.ts'
import { removeViewsOf } from '../db/views.ts'
import { dropLocal } from '../lib/local-storage.ts'
import type { Deps } from './deps.tsx'

const callPatience = 10_000

/**
 * Signs out on this device at once, whatever the connection does: the session, all that this user saw, the address and the
 * half-typed forms go. What waits in the outbox stays, hidden, for its own user. The server is told to end the token.
 */
export async function signOut({ db, api, sync }: Deps, session: Session): Promise<void> {
  await dropSession(db)
  await removeViewsOf(db, session.userId)
  await db.kept.where('name').startsWith('form:').delete()
  dropLocal('form:')
  await db.kept.delete('address')
  // the outbox's code may be out of reach; what it has sent is shown to nobody else
  await sync.forgetUser(session.userId).catch(() => undefined)
  // without a connection the token ends by itself after its 30 days
  void api.call('logout', { token: session.token, timeout: callPatience }).catch((error: unknown) => {
    if (!(error instanceof ConnectionError)) throw error
  })
}
