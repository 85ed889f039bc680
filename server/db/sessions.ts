import type { Handle } from './handle.ts'

export interface SessionRead {
  account_id: string
  expires_at: string
  /** null when the account was deleted */
  id: string | null
  name: string | null
  email: string | null
  is_admin: number | null
}

/** A session with its account as it is now: rights are never remembered. */
export async function findSession(db: Handle, tokenHash: string): Promise<SessionRead | undefined> {
  return db.query
    .selectFrom('login_session')
    .leftJoin('account', 'account.id', 'login_session.account_id')
    .select(['login_session.account_id', 'login_session.expires_at'])
    .select(['account.id', 'account.name', 'account.email', 'account.is_admin'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Whether a session is there, protected from its end until the transaction ends. */
export async function holdSession(tx: Handle, tokenHash: string): Promise<boolean> {
  const query = tx.query.selectFrom('login_session').select('token_hash').where('token_hash', '=', tokenHash)
  return (await (tx.dialect === 'postgres' ? query.forKeyShare() : query).executeTakeFirst()) !== undefined
}

export async function insertSession(
  tx: Handle,
  session: { token_hash: string; account_id: string; expires_at: string },
) {
  await tx.query.insertInto('login_session').values(session).execute()
}

export async function prolongSession(db: Handle, tokenHash: string, expiresAt: string): Promise<void> {
  await db.query
    .updateTable('login_session')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSession(db: Handle, tokenHash: string): Promise<void> {
  await db.query.deleteFrom('login_session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteOtherSessions(tx: Handle, accountId: string, currentHash: string): Promise<void> {
  await tx.query
    .deleteFrom('login_session')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', currentHash)
    .execute()
}

export async function deleteEndedSessions(db: Handle, now: string): Promise<void> {
  await db.query.deleteFrom('login_session').where('expires_at', '<=', now).execute()
}
