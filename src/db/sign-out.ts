import { dropLocal } from '../lib/local-storage.ts'
import { wishesForm } from './cart.ts'
import { clearLists, hideLists } from './drafts.ts'
import { endPush } from './push-subscription.ts'
import type { Session } from './rows.ts'
import { dropSession, removeViewsOf } from './session.ts'
import type { Deps } from './use-deps.tsx'

/** Signs out, also offline. Outbox entries, cart and drafts stay hidden for their user; the token is revoked with the next connection. */
export async function signOut({ db, sync }: Deps, session: Session): Promise<void> {
  await sync.logout(session)
  await removeOwn({ db, sync }, session)
}

async function removeOwn({ db, sync }: Pick<Deps, 'db' | 'sync'>, session: Session): Promise<void> {
  // works offline too: no more push messages for this browser
  void endPush({ db }).catch(() => undefined)
  await removeViewsOf(db, session.userId)
  // the wishes belong to the cart
  const belongs = (await db.cart.count()) > 0 ? `form:${wishesForm}` : ''
  await db.keyValue.filter(({ name }) => name.startsWith('form:') && name !== belongs).delete()
  dropLocal('form:')
  await db.keyValue.bulkDelete(['address', 'order-pull'])
  await hideLists(db, session.userId)
  await sync.forgetUser(session.userId).catch(() => undefined)
}

/** Signs out after the account was deleted: nothing that its owner wrote stays on this device. */
export async function leaveForGood(deps: Deps, session: Session): Promise<void> {
  const { db, sync } = deps
  const { userId } = session
  // the session must end, also where this device cannot discard what waits
  await Promise.allSettled([
    sync.discardAllOf(userId),
    db.files.filter((file) => file.userId === userId).delete(),
    clearLists(db),
    db.keyValue.where('name').startsWith(`form-of:${userId}`).delete(),
  ])
  dropLocal(`form-of:${userId}`)
  // the deletion has ended its sessions: the server knows no token to revoke
  await dropSession(db)
  await removeOwn(deps, session)
}
