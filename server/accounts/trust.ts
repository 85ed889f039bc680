import type { Right } from '../../contract/accounts.ts'
import { type Db, day, hour, isoNow } from '../db/database.ts'
import type { AccountRow, BankAccountRow } from '../db/row-types.ts'
import type { Actor } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { endResetLinks } from './account-links.ts'
import { deleteOtherSessions, findSession } from './sessions.ts'
import * as users from './users-table.ts'

/** Milliseconds for which a typed password counts. */
const typedFor = hour / 6
/** Milliseconds for which address and password must have stayed the same. */
const settledAfter = day

/** Refuses with `password-needed` unless the password was typed in the actor's session a moment ago: it may have been left open or stolen. */
export async function requireTypedPassword(deps: ServiceDeps, tx: Db, actor: Pick<Actor, 'id' | 'tokenHash'>) {
  const session = await findSession(tx, actor.tokenHash)
  const now = isoNow(deps.clock)
  if (session?.account_id !== actor.id || session.expires_at <= now) throw refuse('login-required')
  const { password_at: at } = session
  const isTyped = at !== null && at <= now && at > isoNow(deps.clock, -typedFor)
  if (!isTyped) throw refuse('password-needed')
}

/** Refuses with `forbidden` if the actor may not hand out these rights, to a person or a program, and like `requireTypedPassword`. */
export async function refuseGift(
  deps: ServiceDeps,
  tx: Db,
  { actor, given }: { actor: Actor; given: readonly Right[] },
): Promise<void> {
  const holder = await users.lockUserForShare(tx, actor.id)
  if (!users.mayGive(users.rightsOf(holder), given)) throw tooMuch
  return requireTypedPassword(deps, tx, actor)
}
export const tooMuch = refuse('forbidden', { detail: 'Nobody can give a right that they do not have.' })

type Vouched = Pick<AccountRow, 'id' | 'vouched_by'>

/** The accounts behind an account, once another one has let it in, or has changed it. */
export function vouchedBy(account: Vouched, by: Vouched | undefined): string {
  const ids = [...account.vouched_by.split(' '), ...(by ? [by.id, ...by.vouched_by.split(' ')] : [])]
  return [...new Set(ids)].filter((id) => id !== '' && id !== account.id).join(' ')
}

/** What becomes of an account with these `rights`. Who gains one logs in anew, but for the session `kept`: others may be in a thief's hands. */
export async function changeRights(
  deps: Pick<ServiceDeps, 'clock'>,
  tx: Db,
  { account, rights, giver, kept = '' }: { account: AccountRow; rights: string; giver?: string | null; kept?: string },
): Promise<Pick<AccountRow, 'rights'> & Partial<AccountRow>> {
  const [before, after] = [account.rights, rights].map((text) => users.rightsOf({ rights: text })) as [Right[], Right[]]
  const gained = after.filter((right) => !before.includes(right))
  const now = isoNow(deps.clock)
  // a link that was made for a customer must not open the account of an administrator
  if (rights !== account.rights) await endResetLinks(tx, account.id, now)
  if (gained.length === 0) return { rights }
  await deleteOtherSessions(tx, account.id, kept)
  const by = giver ? await users.findUser(tx, giver) : undefined
  return { rights, vouched_by: vouchedBy(account, by), ...(gained.includes('shop') && { shop_since: now }) }
}

/** Whether an account may be the second person: with `shop` since before, not through whoever asked, its address and password settled. */
export function isSecondPerson(
  deps: Pick<ServiceDeps, 'clock'>,
  account: AccountRow,
  { asked_by, asked_at }: Pick<BankAccountRow, 'asked_by' | 'asked_at'>,
): boolean {
  const isBehind = [account.id, ...account.vouched_by.split(' ')].includes(asked_by)
  const isSettled = (account.credentials_at ?? '') <= isoNow(deps.clock, -settledAfter)
  return !isBehind && isSettled && (account.shop_since ?? '') < asked_at
}
