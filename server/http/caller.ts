import type { Right } from '../../contract/accounts.ts'
import { isoNow } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { refuse } from './refusal.ts'

/** What a call was admitted with. */
export interface Caller {
  id: string
  /** of the session, or of the API key */
  tokenHash: string
  /** of an administrator; none for customers */
  rights: readonly Right[]
  /** the right that the call needs of everybody but the owner */
  right?: Right | undefined
  /** of a program, which is no user: `id` and `name` are those of its API key, `email` is empty */
  key?: { isReadOnly: boolean }
}

/** The signed-in user, read from the database for each call. */
export interface SessionUser extends Caller {
  name: string
  email: string
  /** of the call's session */
  token: string
}

/** The author of a change: the authenticated account and session, and the caller's address group. */
export interface Actor extends Caller {
  name: string
  /** group of addresses */
  from: string
}

/** Reads a caller's session and right, or API key, again. Refuses with `login-required`, `account-gone`, `api-key-unknown` or `forbidden`. */
export async function refuseCaller(
  { clock }: Pick<ServiceDeps, 'clock'>,
  { query }: Db,
  { tokenHash, rights, right, key, id }: Caller,
): Promise<void> {
  const now = isoNow(clock)
  if (key) {
    const row = query.selectFrom('api_key').select('until').where('token_hash', '=', tokenHash)
    const found = await row.executeTakeFirst()
    if (!found || (found.until !== null && found.until <= now)) throw refuse('api-key-unknown')
    return
  }
  const session = await query
    .selectFrom('login_session')
    .leftJoin('account', 'account.id', 'login_session.account_id')
    .select(['login_session.account_id', 'login_session.expires_at', 'account.id', 'account.rights'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (session?.account_id !== id || session.expires_at <= now) throw refuse('login-required')
  if (session.id === null) throw refuse('account-gone')
  // owners had no need of the right
  const isLost = right !== undefined && rights.includes(right) && !session.rights?.split(' ').includes(right)
  if (isLost) throw refuse('forbidden')
}

/** Runs `work` in a transaction, see `transact`, in which its caller still may write. */
export function transactAs<T>(deps: ServiceDeps, caller: Caller, work: (tx: Db) => Promise<T>): Promise<T> {
  return transact(deps.db, async (tx) => {
    await refuseCaller(deps, tx, caller)
    return work(tx)
  })
}

/** Logs a deletion. */
export function logDeletion(deps: ServiceDeps, { kind, id, actor }: { kind: string; id: string; actor: Actor }): void {
  deps.log?.info({ kind, id, by: actor.id, from: actor.from }, 'deleted')
}
