import { normaliseEmail } from '../../contract/email.ts'
import type { LoginInput, UserWithToken } from '../../contract/users.ts'
import { transact } from '../platform/db/transact.ts'
import { done, type Outcome, refuse } from '../platform/outcome.ts'
import { limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { admitLogin, countFailure, forgetFailures, type LoginSource } from './failed-logins.ts'
import { checkPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { toUser } from './users.ts'
import { findUserByEmail, lockUser } from './users-table.ts'

async function attempt(deps: ServiceDeps, source: LoginSource, password: string): Promise<Outcome<UserWithToken>> {
  const refused = await admitLogin(deps, source)
  if (refused) return refused
  const user = await findUserByEmail(deps.db, source.email)
  const right = await checkPassword(password, user?.password_hash)
  if (!right.ok) return right
  if (!right.value || !user) {
    await countFailure(deps, source)
    deps.log?.warn({ from: source.group, account: user?.id ?? 'unknown' }, 'log-in failed')
    return refuse('login-failed')
  }
  return transact(deps.db, async (tx) => {
    const account = await lockUser(tx, user.id)
    // the account was deleted or got another password while this one was checked
    if (account?.password_hash !== user.password_hash) return refuse('login-failed')
    await forgetFailures(tx, source)
    return done({ ...toUser(account), token: await openSession(deps, tx, account.id) })
  })
}

/**
 * Logs in with e-mail address and password. A wrong address and a wrong password get the same refusal, `login-failed`, after
 * the same time. Refuses with `too-many` after ten failures of an account from one address group in 15 minutes, or after 60
 * logins of the group in an hour; with `busy` when too many passwords are being checked.
 */
export async function login(deps: ServiceDeps, input: LoginInput, group: string): Promise<Outcome<UserWithToken>> {
  const limited = await limitHit(deps, { kind: 'login', who: group })
  return limited ?? attempt(deps, { email: normaliseEmail(input.username), group }, input.password)
}
