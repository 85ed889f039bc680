import { type RawBuilder, sql } from 'kysely'
import { normaliseText } from '../../contract/catalogue-query.ts'
import { hasTerms } from './dialect/narrowed.ts'
import { type Handle, lockRows } from './handle.ts'
import { knownRows } from './known-rows.ts'
import { countRows, oldestAccounts, type Slice } from './list-marks.ts'
import { type Gaps, prepared } from './prepared.ts'
import type { AccountRow } from './schema.ts'

export type UserWrite = Omit<AccountRow, 'search'>

function searchText(user: Pick<AccountRow, 'name' | 'email'>): string {
  return `${normaliseText(user.name)}\n${normaliseText(user.email)}`
}

export async function findUser(db: Handle, id: string): Promise<AccountRow | undefined> {
  return db.query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findUserByEmail(db: Handle, email: string): Promise<AccountRow | undefined> {
  return db.query.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
}

/** The account, locked until the transaction ends, so that neither its deletion nor a new password slips in between. */
export async function lockUser(tx: Handle, id: string): Promise<AccountRow | undefined> {
  return lockRows(tx, tx.query.selectFrom('account').selectAll().where('id', '=', id)).executeTakeFirst()
}

const keptById = prepared((tx, the: Gaps<{ id: string }>) => {
  const query = tx.query.selectFrom('account').select(['id', 'name', 'email']).where('id', '=', the.id)
  return tx.dialect === 'postgres' ? query.forKeyShare() : query
})

/** The account, kept from being deleted until the transaction ends; others may keep it at the same time. */
export async function keepUser(tx: Handle, id: string): Promise<Pick<AccountRow, 'id' | 'name' | 'email'> | undefined> {
  return (await keptById(tx, { id }))[0]
}

/** All administrators, locked in one order: whoever takes the right from one of them waits here for the others. */
export async function lockAdmins(tx: Handle): Promise<string[]> {
  const query = tx.query.selectFrom('account').select('id').where('is_admin', '=', 1).orderBy('id')
  return (await lockRows(tx, query).execute()).map((row) => row.id)
}

/** False when the e-mail address belongs to another account. */
export async function insertUser(tx: Handle, user: UserWrite): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('account')
    .values({ ...user, search: searchText(user) })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Throws a unique fault when the e-mail address belongs to another account. */
export async function updateUser(
  tx: Handle,
  id: string,
  change: Pick<AccountRow, 'name' | 'email'> & Partial<Pick<AccountRow, 'is_admin' | 'password_hash'>>,
): Promise<void> {
  await tx.query
    .updateTable('account')
    .set({ ...change, search: searchText(change) })
    .where('id', '=', id)
    .execute()
}

export async function deleteUser(tx: Handle, id: string): Promise<void> {
  await tx.query.deleteFrom('account').where('id', '=', id).execute()
}

async function usersOf(db: Handle, ids: RawBuilder<string>): Promise<AccountRow[]> {
  return db.query.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

/** All accounts, to be counted and to be listed, oldest first. */
export function allUsers(db: Handle) {
  return {
    count: () => countRows(db, 'account'),
    rows: (slice: Slice) => usersOf(db, oldestAccounts(slice)),
  }
}

/** The accounts that have all terms, to be counted and to be listed, oldest first. */
export async function usersWith(db: Handle, terms: readonly string[]) {
  if (terms.length === 0) return allUsers(db)
  const { which, few } = await hasTerms(db, 'account', terms)
  const sorted = db.query.selectFrom('account').select('id').where(which).orderBy('id')
  if (few) return knownRows(await sorted.execute(), (page) => usersOf(db, page))
  return {
    async count(): Promise<number> {
      const count = db.query.selectFrom('account').select((the) => the.fn.countAll<number>().as('count'))
      return Number((await count.where(which).executeTakeFirstOrThrow()).count)
    },
    rows: ({ offset, limit }: Slice) => usersOf(db, sql<string>`${sorted.limit(limit).offset(offset)}`),
  }
}
