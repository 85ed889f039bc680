import type { Handle } from '../platform/db/handle.ts'
import type { ApiKeyRow } from '../platform/db/schema.ts'

export async function insertApiKey(tx: Handle, key: ApiKeyRow): Promise<void> {
  await tx.query.insertInto('api_key').values(key).execute()
}

export async function findApiKey(db: Handle, tokenHash: string): Promise<ApiKeyRow | undefined> {
  return db.query.selectFrom('api_key').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** The keys, newest first, with the names of those who made them. */
export async function listApiKeys(db: Handle) {
  const query = db.query.selectFrom('api_key').leftJoin('account', 'account.id', 'api_key.created_by')
  const some = query.selectAll('api_key').select('account.name as maker')
  return some.orderBy('api_key.created_at', 'desc').orderBy('api_key.id', 'desc').execute()
}

/** The deleted key; undefined if there is none. */
export async function deleteApiKey(tx: Handle, id: string): Promise<ApiKeyRow | undefined> {
  return tx.query.deleteFrom('api_key').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function setApiKeyUsed(db: Handle, id: string, at: string): Promise<void> {
  await db.query.updateTable('api_key').set({ used_at: at }).where('id', '=', id).execute()
}
