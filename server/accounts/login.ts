import type { LoginInput, UserWithToken } from '../../contract/accounts.ts'
import { normaliseEmail } from '../../contract/fields.ts'
import { isoNow } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import {
  deleteBuckets,
  findBuckets,
  hitBuckets,
  limitHit,
  limitReached,
  secondsUntil,
} from '../platform/rate-limits.ts'
import { refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { checkPassword } from './passwords.ts'
import { type LoginSource, noteLogin, openSession, wasLetIn } from './sessions.ts'
import { toUser } from './users.ts'
import { findUserByEmail, lockUser } from './users-table.ts'

/** Per account and address group, independent of settings; `known` where the account was let in from the group before. Milliseconds. */
const failures = { most: 10, known: 50, window: 15 * 60 * 1000 }
/** Failures of an account from all addresses, after which logins are delayed: one second more per `step`, up to `longest`. */
const slow = { after: 30, step: 20, longest: 4 }

// a group contains no space, so that no typed address can name another group's bucket
const bucketOf = ({ email, group }: LoginSource) => `failed-login:${group} ${email}`
const totalOf = (email: string) => `failed-logins:${email}`

/** Counts one failure in a bucket. */
const countFailure = async ({ db, clock }: ServiceDeps, bucket: string) =>
  (await hitBuckets(db, [{ bucket, hits: 1, ends_at: isoNow(clock, failures.window) }], isoNow(clock)))[0]

/**
 * Counts an attempt before its password is checked, so that concurrent attempts count as well. After ten failures an address
 * group is refused with `too-many`, later where its owner works behind it too. Logins to an account under attack are delayed.
 */
async function admitLogin(deps: ServiceDeps, source: LoginSource, isKnown: boolean): Promise<void> {
  const counted = await countFailure(deps, bucketOf(source))
  if (counted && counted.hits > (isKnown ? failures.known : failures.most))
    throw refuse('too-many', { retryAfter: secondsUntil(deps, counted.ends_at) })
  const [total] = await findBuckets(deps.db, [totalOf(source.email)], isoNow(deps.clock))
  const over = (total?.hits ?? 0) - slow.after
  if (over >= 0) await deps.pause(1000 * Math.min(slow.longest, 1 + Math.floor(over / slow.step)))
}

async function attempt(deps: ServiceDeps, source: LoginSource, password: string): Promise<UserWithToken> {
  const byAddress = { kind: 'login', who: source.group } as const
  const isKnown = await wasLetIn(deps, source)
  if (!isKnown) await limitReached(deps, byAddress)
  await admitLogin(deps, source, isKnown)
  const user = await findUserByEmail(deps.db, source.email)
  const right = await checkPassword(password, user?.password_hash)
  if (!right || !user) {
    await countFailure(deps, totalOf(source.email))
    deps.log?.warn({ from: source.group, account: user?.id ?? 'unknown' }, 'log-in failed')
    if (!isKnown) await limitHit(deps, byAddress)
    throw refuse('login-failed')
  }
  // of many guesses at once, those that are checked after the last allowed failure tell nothing
  if (!isKnown) await limitReached(deps, byAddress)
  await limitHit(deps, { kind: 'loginAccount', who: user.id })
  return transact(deps.db, async (tx) => {
    const account = await lockUser(tx, user.id)
    // the account was deleted or got another password while this one was checked
    if (account?.password_hash !== user.password_hash) throw refuse('login-failed')
    await deleteBuckets(tx, [bucketOf(source), totalOf(source.email)])
    await noteLogin(deps, tx, source)
    return { ...toUser(account), token: await openSession(deps, tx, account.id) }
  })
}

/**
 * Logs in with e-mail address and password. A wrong address and a wrong password get the same refusal, `login-failed`, after
 * the same time. Refuses with `too-many` after ten failures of an account from one address group in 15 minutes (50 where it was
 * let in before), after 60 failures of the group in an hour where it was not, or after 60 logins of the account in an hour;
 * with `busy` when too many passwords are being checked.
 */
export async function login(deps: ServiceDeps, input: LoginInput, group: string): Promise<UserWithToken> {
  return attempt(deps, { email: normaliseEmail(input.username), group }, input.password)
}
