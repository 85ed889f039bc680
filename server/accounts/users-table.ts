import { sql } from 'kysely'
import { type Right, rights } from '../../contract/accounts.ts'
import { normaliseText } from '../../contract/catalogue-query.ts'
import {
  type Db,
  deleteRows,
  findRow,
  insertNew,
  lockForShare,
  lockRow,
  lockRows,
  publish,
  updateRows,
} from '../db/database.ts'
import type { AccountRow } from '../db/row-types.ts'
import { countRows } from '../http/lists.ts'
import { refuse, required } from '../http/refusal.ts'

/** The rights of a row, in the order of the contract. */
export function rightsOf(row: { rights: string | null }): Right[] {
  const words = row.rights?.split(' ') ?? []
  return rights.filter((right) => words.includes(right))
}

export const rightsText = (some: readonly Right[]): string => rights.filter((right) => some.includes(right)).join(' ')

/** Whether an account with the rights `own` may give these: none beyond its own. */
export const mayGive = (own: readonly Right[], given: readonly Right[]): boolean =>
  own.includes('shop') && given.every((right) => own.includes(right))

type Consent = 'terms_version' | 'terms_at'
type Trust = 'credentials_at' | 'shop_since' | 'vouched_by'
type UserWrite = Omit<AccountRow, 'search' | 'confirmed_at' | 'parties' | 'addresses' | Consent | Trust> &
  Partial<Pick<AccountRow, Consent | 'vouched_by'>>

const searchText = (user: Pick<AccountRow, 'name' | 'email'>): string =>
  `${normaliseText(user.name)}\n${normaliseText(user.email)}`

export const findUser = (db: Db, id: string) => findRow(db, 'account', { id })
export const findUserByEmail = (db: Db, email: string) => findRow(db, 'account', { email })
/** The account, locked until the transaction ends against deletion and changes. */
export const lockUser = (tx: Db, id: string) => lockRow(tx, 'account', { id })

export const accountGone = refuse('account-gone')

/** As `lockUser`. Refuses with `account-gone`. */
export const requireUser = async (tx: Db, id: string): Promise<AccountRow> =>
  required(await lockUser(tx, id), accountGone)

/** The account, with a shared lock against its deletion until the transaction ends. Refuses with `account-gone`. */
export const lockUserForShare = async (tx: Db, id: string): Promise<AccountRow> =>
  required(await lockForShare(tx, 'account', { id }), accountGone)

/** All administrators, locked in one order, so that concurrent changes of rights run one after the other. */
export async function lockAdmins(tx: Db): Promise<{ id: string; rights: Right[] }[]> {
  const query = tx.query.selectFrom('account').select(['id', 'rights']).where('rights', '<>', '').orderBy('id')
  return (await lockRows(tx, query).execute()).map((row) => ({ id: row.id, rights: rightsOf(row) }))
}

export type Admins = Awaited<ReturnType<typeof lockAdmins>>

/** Whether this account is the only one with the right `shop`. */
export function isLastOfShop(admins: Admins, id: string): boolean {
  const withShop = admins.filter((admin) => admin.rights.includes('shop'))
  return withShop.length === 1 && withShop[0]?.id === id
}

export const countWithRight = async (db: Db, right: Right): Promise<number> => countRows(db, 'account', hasRight(right))
/** A condition on `account`: no right's name is part of another's. */
export const hasRight = (right: Right) => sql<boolean>`account.rights like ${`%${right}%`}`

/** The e-mail addresses of all administrators, or of those with a right. */
export async function listAdminAddresses(db: Db, right?: Right): Promise<string[]> {
  const admins = db.query.selectFrom('account').select('email').where('rights', '<>', '').orderBy('id')
  return (await (right ? admins.where(hasRight(right)) : admins).execute()).map(({ email }) => email)
}

/** False if the e-mail address belongs to another account. */
export function insertUser(tx: Db, user: UserWrite): Promise<boolean> {
  const shop_since = rightsOf(user).includes('shop') ? user.created_at : null
  const row = { ...user, search: searchText(user), credentials_at: user.created_at, shop_since }
  return insertNew(tx, 'account', row, 'email')
}

/** Throws a `unique` fault if the e-mail address belongs to another account. */
export async function updateUser(
  tx: Db,
  id: string,
  change: Pick<AccountRow, 'name' | 'email'> &
    Partial<Pick<AccountRow, 'rights' | 'password_hash' | 'confirmed_at' | 'parties' | 'addresses' | Trust>>,
): Promise<void> {
  await updateRows(tx, 'account', { having: { id }, change: { ...change, search: searchText(change) } })
  if (change.rights !== undefined) await publish(tx, { kind: 'account', id })
}

export async function deleteUser(tx: Db, id: string): Promise<void> {
  await deleteRows(tx, 'account', { id })
  await publish(tx, { kind: 'account', id })
}

/** Locks the orders of a locked account, so that none gets an event before the account is deleted, which would have its data. */
export async function lockOrdersOf(tx: Db, buyerId: string): Promise<void> {
  const orders = tx.query.selectFrom('shop_order').select('id').where('buyer_id', '=', buyerId).orderBy('id')
  await lockRows(tx, orders).execute()
}
