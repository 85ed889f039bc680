import type { Db } from '../db/db.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

export async function findPushKeys(db: Db): Promise<PushKeys | undefined> {
  const row = await db.query.selectFrom('push_key').selectAll().executeTakeFirst()
  return row && { publicKey: row.public_key, privateKey: row.private_key }
}

/** Does nothing if keys are stored already, for instance by another instance that starts at the same time. */
export async function insertPushKeys(db: Db, keys: PushKeys): Promise<void> {
  await db.query
    .insertInto('push_key')
    .values({ only_row: 1, public_key: keys.publicKey, private_key: keys.privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
