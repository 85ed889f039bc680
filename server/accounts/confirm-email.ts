import type { Confirmation } from '../../contract/accounts.ts'
import type { Locale } from '../../contract/locales.ts'
import { limitStrangerMail } from '../outgoing/stranger-mails.ts'
import { type Actor, type Caller, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountLinkRow, AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { limitCrowd, limitMails } from '../platform/rate-limits.ts'
import { refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findAccountLink } from './account-links-table.ts'
import { mailLink } from './account-mails.ts'
import { hashToken } from './sessions.ts'
import { findUser, lockUser, updateUser } from './users-table.ts'

/** The account of a link that works. */
function requireAccount(
  deps: ServiceDeps,
  link: AccountLinkRow | undefined,
  account: AccountRow | undefined,
): AccountRow {
  // a change of the account's address invalidates the link
  if (link?.kind !== 'confirm' || account?.email !== link.email) throw refuse('link-unknown')
  // a link that was used still works, so that it may be opened again
  if (account.confirmed_at === null && link.expires_at <= isoNow(deps.clock)) throw refuse('link-expired')
  return account
}

/** Whether a confirmation link works. Changes nothing, because mail programs open links before people do. */
export async function checkConfirmLink(deps: ServiceDeps, token: string): Promise<void> {
  const link = await findAccountLink(deps.db, hashToken(token))
  requireAccount(deps, link, link && (await findUser(deps.db, link.account_id)))
}

/**
 * Confirms the e-mail address that a link was mailed to, and returns the account's id. Refuses with `link-unknown` (also if
 * the account has another address now) and `link-expired`.
 */
export async function confirmEmail(deps: ServiceDeps, token: string): Promise<string> {
  const link = await findAccountLink(deps.db, hashToken(token))
  if (!link) throw refuse('link-unknown')
  return transact(deps.db, async (tx) => {
    const account = requireAccount(deps, link, await lockUser(tx, link.account_id))
    const { id, name, email } = account
    if (account.confirmed_at === null) await updateUser(tx, id, { name, email, confirmed_at: isoNow(deps.clock) })
    return id
  })
}

/** Queues a mail to confirm an address, in the caller's transaction. Refuses above the limits of such mails, which most callers ignore; a shop without mail sends none. */
export async function queueConfirmation(
  deps: ServiceDeps,
  tx: Handle,
  { email, language, caller, address }: { email: string; language: Locale; caller?: string; address: string },
): Promise<void> {
  if (!deps.orderMails) return
  const callers = caller === undefined ? [] : [caller]
  await limitMails(async () => {
    await limitStrangerMail(deps, tx, { kind: 'confirmMail', email, callers })
    await limitCrowd(deps, { address, kinds: ['confirmAddress', 'confirmShop'] }, tx)
  })
  await mailLink(deps, tx, { kind: 'confirm', email, language })
}

const toConfirmation = (deps: ServiceDeps, { confirmed_at }: AccountRow): Confirmation => ({
  isConfirmed: confirmed_at !== null,
  isMailed: deps.orderMails !== undefined,
})

/** Whether the user's address is confirmed. Refuses with `account-gone`. */
export async function getConfirmation(deps: ServiceDeps, userId: string): Promise<Confirmation> {
  const account = await findUser(deps.db, userId)
  if (!account) throw refuse('account-gone')
  return toConfirmation(deps, account)
}

/**
 * Mails the link once more to a user whose address is not confirmed. Refuses with `account-gone`, `no-mail` and, above the
 * limits of such mails, `mails-used-up`.
 */
export async function mailConfirmation(
  deps: ServiceDeps,
  user: Caller & Pick<Actor, 'from'>,
  language: Locale,
): Promise<Confirmation> {
  if (!deps.orderMails) throw refuse('no-mail', { detail: 'This shop sends no mail.' })
  return transactAs(deps, user, async (tx) => {
    const account = await lockUser(tx, user.id)
    if (!account) throw refuse('account-gone')
    const { email, confirmed_at } = account
    const mail = { email, language, caller: user.id, address: user.from }
    if (confirmed_at === null) await queueConfirmation(deps, tx, mail)
    return toConfirmation(deps, account)
  })
}
