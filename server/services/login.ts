import { normaliseEmail } from '../../contract/email.ts'
import type { LoginInput, UserWithToken } from '../../contract/users.ts'
import { emptyBucket, findBucket, hitBucket } from '../db/rate-limits.ts'
import { transact } from '../db/transact.ts'
import { findUserByEmail, lockUser } from '../db/users.ts'
import { done, type Outcome, refuse } from '../http/outcome.ts'
import { checkPassword } from './passwords.ts'
import { limitHit, secondsUntil } from './rate-limits.ts'
import { openSession } from './sessions.ts'
import { isoNow, type Shop } from './shop.ts'
import { toUser } from './users.ts'

/** Failed logins per account; no setting changes this. Milliseconds. */
const failures = { most: 10, window: 15 * 60 * 1000 }

const turns = new Map<string, Promise<unknown>>()

/** One at a time per account, so that a hundred guesses at once are still only ten. */
async function inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(account) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(account, turn)
  try {
    return await turn
  } finally {
    if (turns.get(account) === turn) turns.delete(account)
  }
}

async function attempt(shop: Shop, email: string, password: string): Promise<Outcome<UserWithToken>> {
  const bucket = `failed-login:${email}`
  const failed = await findBucket(shop.db, bucket, isoNow(shop.clock))
  if (failed && failed.hits >= failures.most) {
    return refuse('too-many', { retryAfter: secondsUntil(shop, failed.ends_at) })
  }
  const user = await findUserByEmail(shop.db, email)
  const right = await checkPassword(password, user?.password_hash)
  if (!right.ok) return right
  if (!right.value || !user) {
    await hitBucket(shop.db, { bucket, now: isoNow(shop.clock), endsAt: isoNow(shop.clock, failures.window) })
    return refuse('login-failed')
  }
  return transact(shop.db, async (tx) => {
    const now = await lockUser(tx, user.id)
    // deleted, or given another password, while this one was being checked
    if (now?.password_hash !== user.password_hash) return refuse('login-failed')
    if (failed) await emptyBucket(tx, bucket)
    return done({ ...toUser(now), token: await openSession(shop, tx, now.id) })
  })
}

/**
 * Logs in by e-mail address and password. A wrong address and a wrong password are one refusal, `login-failed`, after
 * the same time. Refuses with `too-many` after ten failures of the account in 15 minutes, or 60 logins an hour of the
 * address that the call comes from; with `busy` when too many passwords are being checked.
 */
export async function login(shop: Shop, input: LoginInput, address: string): Promise<Outcome<UserWithToken>> {
  const limited = await limitHit(shop, { kind: 'login', who: address })
  if (limited) return limited
  const email = normaliseEmail(input.username)
  return inTurn(email, () => attempt(shop, email, input.password))
}
