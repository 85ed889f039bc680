import type { Confirmation } from '../../contract/account.ts'
import type { Locale } from '../../contract/locales.ts'
import { limitStrangerMail } from '../outgoing/stranger-mails.ts'
import { type Actor, type Caller, transactAs } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountLinkRow, AccountRow } from '../platform/db/schema.ts'
import { transact } from '../platform/db/transact.ts'
import { done, type Outcome, type Refusal, refuse } from '../platform/outcome.ts'
import { limitCrowd } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findAccountLink } from './account-links-table.ts'
import { mailLink } from './account-mails.ts'
import { hashToken } from './sessions.ts'
import { findUser, lockUser, updateUser } from './users-table.ts'

function refuseLink(
  deps: ServiceDeps,
  link: AccountLinkRow | undefined,
  account: AccountRow | undefined,
): Refusal | undefined {
  // a change of the account's address invalidates the link
  if (link?.kind !== 'confirm' || account?.email !== link.email) return refuse('link-unknown')
  // a link that was used still works, so that it may be opened again
  return account.confirmed_at === null && link.expires_at <= isoNow(deps.clock) ? refuse('link-expired') : undefined
}

/** Whether a confirmation link works. Changes nothing, because mail programs open links before people do. */
export async function checkConfirmLink(deps: ServiceDeps, token: string): Promise<Outcome<undefined>> {
  const link = await findAccountLink(deps.db, hashToken(token))
  return refuseLink(deps, link, link && (await findUser(deps.db, link.account_id))) ?? done(undefined)
}

/**
 * Confirms the e-mail address that a link was mailed to, and returns the account's id. Refuses with `link-unknown` (also if
 * the account has another address now) and `link-expired`.
 */
export async function confirmEmail(deps: ServiceDeps, token: string): Promise<Outcome<string>> {
  const link = await findAccountLink(deps.db, hashToken(token))
  if (!link) return refuse('link-unknown')
  return transact<Outcome<string>>(deps.db, async (tx) => {
    const account = await lockUser(tx, link.account_id)
    const refused = refuseLink(deps, link, account)
    if (refused || !account) return refused ?? refuse('link-unknown')
    const { id, name, email } = account
    if (account.confirmed_at === null) await updateUser(tx, id, { name, email, confirmed_at: isoNow(deps.clock) })
    return done(id)
  })
}

/** Queues a mail to confirm an address, in the caller's transaction. Refuses above the limits of such mails; a shop without mail sends none. */
export async function queueConfirmation(
  deps: ServiceDeps,
  tx: Handle,
  { email, language, caller, address }: { email: string; language: Locale; caller?: string; address: string },
): Promise<Refusal | undefined> {
  if (!deps.orderMails) return undefined
  const callers = caller === undefined ? [] : [caller]
  const limited =
    (await limitStrangerMail(deps, tx, { kind: 'confirmMail', email, callers })) ??
    (await limitCrowd(deps, { address, kinds: ['confirmAddress', 'confirmShop'] }, tx))
  if (limited) return { ...limited, code: 'mails-used-up' }
  await mailLink(deps, tx, { kind: 'confirm', email, language })
  return undefined
}

const toConfirmation = (deps: ServiceDeps, { confirmed_at }: AccountRow): Confirmation => ({
  isConfirmed: confirmed_at !== null,
  isMailed: deps.orderMails !== undefined,
})

/** Whether the user's address is confirmed. Refuses with `account-gone`. */
export async function getConfirmation(deps: ServiceDeps, userId: string): Promise<Outcome<Confirmation>> {
  const account = await findUser(deps.db, userId)
  return account ? done(toConfirmation(deps, account)) : refuse('account-gone')
}

/**
 * Mails the link once more to a user whose address is not confirmed. Refuses with `account-gone`, `no-mail` and, above the
 * limits of such mails, `mails-used-up`.
 */
export async function mailConfirmation(
  deps: ServiceDeps,
  user: Caller & Pick<Actor, 'from'>,
  language: Locale,
): Promise<Outcome<Confirmation>> {
  if (!deps.orderMails) return refuse('no-mail', { detail: 'This shop sends no mail.' })
  return transactAs<Outcome<Confirmation>>(deps, user, async (tx) => {
    const account = await lockUser(tx, user.id)
    if (!account) return refuse('account-gone')
    const { email, confirmed_at } = account
    const mail = { email, language, caller: user.id, address: user.from }
    const refused = confirmed_at === null ? await queueConfirmation(deps, tx, mail) : undefined
    return refused ?? done(toConfirmation(deps, account))
  })
}
