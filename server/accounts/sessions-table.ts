import type { Right } from '../../contract/accounts.ts'
import { type Handle, publish } from '../platform/db/handle.ts'
import type { SessionRow } from '../platform/db/schema.ts'
import { rightsOf } from './users-table.ts'

interface SessionRead {
  account_id: string
  expires_at: string
  device: string
  last_used_at: string | null
  password_at: string | null
  /** null when the account was deleted */
  id: string | null
  name: string | null
  email: string | null
  rights: string | null
}

/** A session with the current state of its account, so that changed rights apply at once. */
export async function findSession(db: Handle, tokenHash: string): Promise<SessionRead | undefined> {
  return db.query
    .selectFrom('login_session')
    .leftJoin('account', 'account.id', 'login_session.account_id')
    .select([
      'login_session.account_id',
      'login_session.expires_at',
      'login_session.device',
      'login_session.last_used_at',
      'login_session.password_at',
    ])
    .select(['account.id', 'account.name', 'account.email', 'account.rights'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** The accounts of the open sessions among these, by token hash, with their current rights. */
export async function findOpenSessions(
  db: Handle,
  tokenHashes: readonly string[],
  now: string,
): Promise<Map<string, { rights: readonly Right[] }>> {
  const rows = await db.query
    .selectFrom('login_session')
    .innerJoin('account', 'account.id', 'login_session.account_id')
    .select(['token_hash', 'rights'])
    .where('token_hash', 'in', [...tokenHashes])
    .where('expires_at', '>', now)
    .execute()
  return new Map(rows.map((row) => [row.token_hash, { rights: rightsOf(row) }]))
}

/** Whether a session exists. Protects it from deletion until the transaction ends. */
export async function holdSession(tx: Handle, tokenHash: string): Promise<boolean> {
  const query = tx.query.selectFrom('login_session').select('token_hash').where('token_hash', '=', tokenHash)
  return (await (tx.dialect === 'postgres' ? query.forKeyShare() : query).executeTakeFirst()) !== undefined
}

export async function insertSession(tx: Handle, session: Omit<SessionRow, 'device'>) {
  await tx.query.insertInto('login_session').values(session).execute()
}

/** Records the use of a session, or that the password was typed in it. */
export async function updateSession(
  db: Handle,
  tokenHash: string,
  use: Partial<Pick<SessionRow, 'expires_at' | 'device' | 'last_used_at' | 'password_at'>>,
): Promise<void> {
  await db.query.updateTable('login_session').set(use).where('token_hash', '=', tokenHash).execute()
}

/** The open sessions of an account, last used first. */
export async function listSessionsOf(db: Handle, accountId: string, now: string) {
  return db.query
    .selectFrom('login_session')
    .select(['token_hash', 'device', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(100)
    .execute()
}

export async function deleteSession(tx: Handle, tokenHash: string): Promise<void> {
  const query = tx.query.deleteFrom('login_session').where('token_hash', '=', tokenHash).returning('account_id')
  const deleted = await query.executeTakeFirst()
  if (deleted) await publish(tx, { kind: 'account', id: deleted.account_id })
}

export async function deleteOtherSessions(tx: Handle, accountId: string, currentHash: string): Promise<void> {
  await tx.query
    .deleteFrom('login_session')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', currentHash)
    .execute()
  await publish(tx, { kind: 'account', id: accountId })
}

export async function deleteEndedSessions(db: Handle, now: string): Promise<void> {
  await db.query.deleteFrom('login_session').where('expires_at', '<=', now).execute()
}
