import { v5 } from 'uuid'
import type { OwnSession } from '../../contract/accounts.ts'
import { type Actor, type Caller, refuseCaller, type SessionUser, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { askPassword } from './passwords.ts'
import * as sessions from './sessions.ts'
import { lockUser } from './users-table.ts'

const namespace = '3f8c3b1e-5f0e-4a55-9d5e-0d0c6a7f2b11'

/** The public id of a session, which does not reveal the token's hash. */
const idOf = (tokenHash: string) => v5(tokenHash, namespace)

/** All open sessions of a user, last used first. */
export async function listOwnSessions({ db, clock }: ServiceDeps, user: SessionUser): Promise<OwnSession[]> {
  const rows = await sessions.listSessionsOf(db, user.id, isoNow(clock))
  return rows.map(({ token_hash, device, created_at, last_used_at }) => {
    const [browser = '', system = ''] = device.split('/')
    const isCurrent = token_hash === user.tokenHash
    return {
      _id: idOf(token_hash),
      browser,
      system,
      created_at: created_at ?? '',
      last_used_at: last_used_at ?? '',
      isCurrent,
    }
  })
}

/** Ends a session of a user. Refuses with `not-found`, also for another user's session. */
export function endOwnSession(deps: ServiceDeps, user: Caller, id: string): Promise<void> {
  return transactAs(deps, user, async (tx) => {
    const rows = await sessions.listSessionsOf(tx, user.id, isoNow(deps.clock))
    const found = rows.find(({ token_hash }) => idOf(token_hash) === id)
    if (!found) throw refuse('not-found')
    await sessions.deleteSession(tx, found.token_hash)
  })
}

/**
 * Notes that the password was typed in this session, for what needs that. Refuses with `wrong-password`, `account-gone`, `login-required`,
 * `too-many` and `busy`.
 */
export async function typePassword(deps: ServiceDeps, user: Actor, password: string): Promise<void> {
  const hash = await askPassword(deps, { kind: 'password', who: user.id, password })
  return transact(deps.db, async (tx) => {
    const account = await lockUser(tx, user.id)
    if (!account) throw refuse('account-gone')
    if (account.password_hash !== hash) throw refuse('wrong-password')
    await refuseCaller(deps, tx, user)
    await sessions.updateSession(tx, user.tokenHash, { password_at: isoNow(deps.clock) })
  })
}
