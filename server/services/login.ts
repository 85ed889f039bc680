import { normaliseEmail } from '../../contract/email.ts'
import type { LoginInput, UserWithToken } from '../../contract/users.ts'
import { transact } from '../db/transact.ts'
import { findUserByEmail, lockUser } from '../db/users.ts'
import { admitLogin, countFailure, forgetFailures, type LoginSource } from './failed-logins.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import { checkPassword } from './passwords.ts'
import { limitHit } from './rate-limits.ts'
import { openSession } from './sessions.ts'
import type { Shop } from './shop.ts'
import { toUser } from './users.ts'

async function attempt(shop: Shop, source: LoginSource, password: string): Promise<Outcome<UserWithToken>> {
  const refused = await admitLogin(shop, source)
  if (refused) return refused
  const user = await findUserByEmail(shop.db, source.email)
  const right = await checkPassword(password, user?.password_hash)
  if (!right.ok) return right
  if (!right.value || !user) {
    await countFailure(shop, source)
    shop.log?.warn({ from: source.group, account: user?.id ?? 'unknown' }, 'log-in failed')
    return refuse('login-failed')
  }
  return transact(shop.db, async (tx) => {
    const account = await lockUser(tx, user.id)
    // the account was deleted or got another password while this one was checked
    if (account?.password_hash !== user.password_hash) return refuse('login-failed')
    await forgetFailures(tx, source)
    return done({ ...toUser(account), token: await openSession(shop, tx, account.id) })
  })
}

/**
 * Logs in with e-mail address and password. A wrong address and a wrong password get the same refusal, `login-failed`, after
 * the same time. Refuses with `too-many` after ten failures of an account from one address group in 15 minutes, or after 60
 * logins of the group in an hour; with `busy` when too many passwords are being checked.
 */
export async function login(shop: Shop, input: LoginInput, group: string): Promise<Outcome<UserWithToken>> {
  const limited = await limitHit(shop, { kind: 'login', who: group })
  return limited ?? attempt(shop, { email: normaliseEmail(input.username), group }, input.password)
}
