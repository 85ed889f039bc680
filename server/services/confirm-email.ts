import { findAccountLink } from '../db/account-links.ts'
import { transact } from '../db/transact.ts'
import { lockUser, updateUser } from '../db/users.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { hashToken } from './sessions.ts'
import { isoNow, type Shop } from './shop.ts'

/**
 * Confirms the e-mail address that a link was mailed to, and returns the account's id. Works repeatedly, because mail
 * programs open links before people do. Refuses with `link-unknown` (also if the account has another address now) and
 * `link-expired`.
 */
export async function confirmEmail(shop: Shop, token: string): Promise<Outcome<string>> {
  const link = await findAccountLink(shop.db, hashToken(token))
  if (link?.kind !== 'confirm') return refuse('link-unknown')
  return transact<Outcome<string>>(shop.db, async (tx) => {
    const account = await lockUser(tx, link.account_id)
    if (account?.email !== link.email) return refuse('link-unknown')
    const { id, name, email } = account
    if (account.confirmed_at !== null) return done(id)
    if (link.expires_at <= isoNow(shop.clock)) return refuse('link-expired')
    await updateUser(tx, id, { name, email, confirmed_at: isoNow(shop.clock) })
    return done(id)
  })
}
